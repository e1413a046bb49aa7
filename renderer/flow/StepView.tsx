import { Button } from "@mantine/core";
import { useMemo } from "react";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../app/words.ts";
import { FlowContext, useAlive, useRun, type FlowParts } from "./context.ts";
import { Dialog } from "./Dialog.tsx";
import { FilledWords } from "./FilledWords.tsx";
import classes from "./flow.module.css";
import { Notice } from "./Notice.tsx";
import { StepForm } from "./StepForm.tsx";
import { Summary } from "./Summary.tsx";

/** A step that asks: its title, its problems, its fields and Continuar. */
export function StepView({ flow, step, store, run }: FlowParts) {
  const { text } = useWords();
  const view = useRun(run);
  const parts = useMemo(() => ({ flow, step, store, run }), [flow, step, store, run]);
  // Before hydration a press would send the form the old way: the button becomes one that sends when we can hear it.
  const alive = useAlive();
  return (
    <FlowContext value={parts}>
      <div className={classes["heading"]}>
        <h1 tabIndex={-1}>
          <FilledWords words={step.title} inline />
        </h1>
        {step.body !== undefined && <FilledWords words={step.body} />}
      </div>
      {view.notice && !view.dialog && (
        <Notice notice={view.notice} press={view.press} onRetry={() => void run.press(step.id)} />
      )}
      {view.summary.length > 0 && <Summary problems={view.summary} press={view.press} />}
      <StepForm>
        <div className={classes["actions"]}>
          <Button
            type={alive ? "submit" : "button"}
            size="lg"
            className={classes["action"]}
            // Stays focusable, so that nobody loses their place; a second press does nothing.
            aria-disabled={view.busy || undefined}
            data-loading-label={view.busy || undefined}
            leftSection={view.busy ? <span className={classes["spinner"]} aria-hidden="true" /> : undefined}
          >
            {plainWords(step.action)}
          </Button>
          <p className={classes["status"]} role="status">
            {view.busy ? text("summary.busy") : ""}
          </p>
        </div>
      </StepForm>
      {view.dialog && <Dialog key={view.press} dialog={view.dialog} view={view} />}
    </FlowContext>
  );
}
