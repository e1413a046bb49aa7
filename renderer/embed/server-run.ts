import type { ContinueAnswer } from "../../schemas/engine/evaluate.ts";
import type { Reply } from "../run/send.ts";
import { transportTo, type Transport } from "../run/transport.ts";

const failed: Reply<ContinueAnswer> = {
  kind: "refusal",
  // Decided: the next press is another attempt.
  status: 409,
  problem: {
    error: "failed",
    message: "No pudimos enviar tus datos. Tus respuestas siguen aquí: vuelve a intentarlo en unos minutos.",
    requestId: "",
  },
};

/**
 * A run at a Vitrina server of another origin. What would lead to another page of the brand's site leads nowhere here,
 * because the page is not ours: an attempt that failed is told in the form.
 */
export function serverRun(origin: string): Transport {
  const { handOff: _, abandon: __, ...transport } = transportTo(origin);
  return {
    ...transport,
    async proceed(...asked) {
      const reply = await transport.proceed(...asked);
      if (reply.kind !== "answer" || !("redirect" in reply.data.outcome)) return reply;
      const { state } = reply.data;
      // Done, and the site would show a page of its own: the flow's last step says so here.
      return state.status === "done"
        ? { kind: "answer", data: { state, outcome: { go: state.step } } }
        : failed;
    },
  };
}
