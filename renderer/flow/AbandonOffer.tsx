import { useId, useState } from "react";
import { plainWords, type CompiledFlow } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import controls from "../controls/controls.module.css";
import { ConfirmDialog } from "../widgets/ConfirmDialog.tsx";
import { useRun } from "../run/context.ts";
import classes from "./handoff.module.css";
import { reloadPage } from "../run/reload-page.ts";
import type { RunController } from "../run/run.ts";

interface Offer {
  label: NonNullable<CompiledFlow["abandon"]>["label"];
  run: RunController;
  /** The form's own address. */
  route: string;
}

/** Leaves what is begun, for the next person at this device: beside the form, and quieter than anything in it. */
export function AbandonOffer({ label, run, route }: Offer) {
  const { text } = useWords();
  const id = useId();
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState("");
  const isBegun = useRun(run).run !== null;
  if (!isBegun) return null;

  async function leave(): Promise<void> {
    setAsks(false);
    setProblem("");
    const reply = await run.abandon!();
    if (reply.kind === "answer") return reloadPage(route);
    setProblem(reply.kind === "lost" ? text("unreachable") : reply.problem.message);
  }

  return (
    <div className={`${classes["offer"]} screen-only`}>
      <Button variant="subtle" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {plainWords(label)}
      </Button>
      <p className={controls["boxProblem"]} role="alert">
        {problem}
      </p>
      {asks && (
        <ConfirmDialog
          id={id}
          words="abandon"
          onConfirm={() => void leave()}
          onCancel={() => setAsks(false)}
        />
      )}
    </div>
  );
}
