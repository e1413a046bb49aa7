/** A run that waits for something outside: asks how it is, and goes where what came has led it. */
import type { RunState } from "../../schemas/engine/evaluate.ts";
import type { Attempts, AttemptDeps } from "./attempts.ts";
import type { Reply } from "./send.ts";

/** What came of asking: still waiting, gone on, or nothing that can be relied on. */
export type Checked = "waiting" | "over" | Exclude<Reply<unknown>, { kind: "answer" }>;

export interface Waiting {
  /** Asks whether it has come. */
  check(): Promise<Checked>;
  /** Gives up waiting, where that may be. */
  cancel(): Promise<Checked>;
  /** Brings the one-time code that was typed. */
  enterCode(code: string): Promise<Checked>;
}

export function createWaiting(parts: AttemptDeps, follow: Attempts["follow"]): Waiting {
  const { transport, view, update, inTurn } = parts;

  const ask = (
    request: (run: string, wait: string) => Promise<Reply<{ state: RunState }>>,
  ): Promise<Checked> =>
    inTurn(async () => {
      const { run } = view();
      if (!run?.wait) return "over";
      const reply = await request(run.run, run.wait.id);
      if (reply.kind !== "answer") {
        if (reply.kind === "refusal" && reply.problem.went) parts.leave(reply.problem.went);
        return reply;
      }
      return take(run.wait, reply.data.state);
    });

  function take(wait: NonNullable<RunState["wait"]>, state: RunState): Checked {
    if (state.wait?.id === wait.id) {
      // Only what is shown: nothing else can have changed.
      if (state.wait.decided !== wait.decided) update({ run: state });
      return "waiting";
    }
    const { settled } = state;
    if (settled?.wait === wait.id)
      follow({ state, outcome: settled.outcome }, { step: wait.step, answers: {} });
    else parts.takeOver(state);
    return "over";
  }

  return {
    check: () => ask((run) => transport.state!(run)),
    cancel: () => ask((run, wait) => transport.cancelWait!(run, { wait })),
    enterCode: (code) => ask((run, wait) => transport.waitCode!(run, { wait, code })),
  };
}
