import { useId, useRef, useState, type FormEvent } from "react";
import { codeDigits, plainWords, type Words } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { CodeInput } from "../controls/CodeInput.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { useHydrated } from "../page/device.ts";
import { useWords } from "../page/words.ts";
import type { Waiting } from "../run/waiting.ts";
import classes from "./handoff.module.css";

/** Where a person types the one-time code that the form waits for. */
export function WaitCode({ label, waiting }: { label: Words; waiting: Waiting | undefined }) {
  const { text } = useWords();
  const id = useId();
  const alive = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  function tell(words: string): void {
    setProblem(words);
    input.current?.focus();
  }

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || !waiting) return;
    setProblem("");
    if (code.length !== codeDigits) return tell(text("handoff.incomplete"));
    setBusy(true);
    const checked = await waiting.enterCode(code);
    setBusy(false);
    if (typeof checked === "object")
      tell(checked.kind === "lost" ? text("handoff.lost") : checked.problem.message);
  }

  return (
    <form className={classes["typed"]} method="post" onSubmit={(event) => void enter(event)} noValidate>
      <CodeInput
        id={`${id}-code`}
        ref={input}
        label={plainWords(label)}
        code={code}
        problem={problem}
        onChange={setCode}
      />
      <div className={classes["choices"]}>
        <Button
          type="submit"
          size="lg"
          disabled={!alive}
          aria-disabled={busy || undefined}
          mark={busy && <Spinner />}
        >
          {text("wait.enter")}
        </Button>
      </div>
    </form>
  );
}
