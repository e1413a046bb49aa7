import { plainWords } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { useFlow, useRun } from "../run/context.ts";
import classes from "./ActionButton.module.css";
import type { WidgetProps } from "./types.ts";

/**
 * Another button that continues: its answer says that it was this one. No submit button of its form, so that Enter in a
 * text is the step's own.
 */
export default function SubmitButton({ path, field, state, id, describedBy, onChange }: WidgetProps) {
  const { step, run } = useFlow();
  const { busy } = useRun(run);
  const submit = (): void => {
    if (busy) return;
    onChange(true);
    void run.submitStep(step.id);
  };
  return (
    <div className={classes["action"]} data-path={path}>
      <Button
        id={id}
        name={path}
        size="lg"
        variant="outline"
        onClick={submit}
        disabled={!state.enabled}
        aria-disabled={busy || undefined}
        aria-describedby={describedBy}
        mark={busy && state.value === true && <Spinner />}
      >
        {plainWords(field.text ?? field.label)}
      </Button>
    </div>
  );
}
