import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import type { CompiledHandoff } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import controls from "../controls/controls.module.css";
import dialogs from "../controls/dialog.module.css";
import { Spinner } from "../controls/Spinner.tsx";
import { useModal } from "../controls/use-modal.ts";
import { useFlow } from "../run/context.ts";
import type { HandoffProps } from "./HandoffOffer.tsx";

/** Asks where the mail is to go, and says that it went. The platform's own modal dialog; Escape closes it. */
export function HandoffDialog({ handoff, handOff, onClose }: HandoffProps & { onClose(): void }) {
  const { text, fill } = useWords();
  const { store } = useFlow();
  const box = useModal(onClose);
  const id = useId();
  const [email, setEmail] = useState(() => proposed(handoff, store.answers()));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const minutes = String(handoff.minutes);
  // What had the focus is gone with the question.
  useEffect(() => {
    if (sentTo !== undefined) box.current?.querySelector("h2")?.focus();
  }, [sentTo, box]);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem("");
    const reply = await handOff(email.trim());
    setBusy(false);
    if (reply.kind === "answer") return setSentTo(email.trim());
    setProblem(reply.kind === "lost" ? text("unreachable") : reply.problem.message);
    input.current?.focus();
  }

  return (
    <dialog
      ref={box}
      className={dialogs["dialog"]}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
    >
      <h2 id={`${id}-title`} tabIndex={-1}>
        {text(sentTo === undefined ? "handoff.title" : "handoff.sent.title")}
      </h2>
      <p id={`${id}-body`} role={sentTo === undefined ? undefined : "status"}>
        {sentTo === undefined
          ? fill("handoff.body", { minutes })
          : fill("handoff.sent.body", { email: sentTo, minutes })}
      </p>
      {sentTo === undefined ? (
        <form onSubmit={(event) => void send(event)} noValidate>
          <label htmlFor={`${id}-email`} className={controls["boxLabel"]}>
            {text("handoff.email")}
          </label>
          <input
            ref={input}
            id={`${id}-email`}
            className={controls["box"]}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            aria-invalid={problem === "" ? undefined : true}
            aria-describedby={problem === "" ? undefined : `${id}-problem`}
          />
          <p id={`${id}-problem`} className={controls["boxProblem"]} role="alert">
            {problem}
          </p>
          <div className={dialogs["buttons"]}>
            <Button type="submit" size="lg" aria-disabled={busy || undefined} mark={busy && <Spinner />}>
              {text("handoff.send")}
            </Button>
            <Button size="lg" variant="outline" onClick={onClose}>
              {text("cancel")}
            </Button>
          </div>
        </form>
      ) : (
        <div className={dialogs["buttons"]}>
          <Button size="lg" onClick={onClose}>
            {text("handoff.close")}
          </Button>
        </div>
      )}
    </dialog>
  );
}

/** The first address that was given in the form. */
const proposed = ({ email }: CompiledHandoff, answers: Record<string, unknown>): string =>
  email.map((path) => answers[path]).find((one) => typeof one === "string") ?? "";
