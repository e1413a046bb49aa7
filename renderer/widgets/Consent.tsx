import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../app/WordsView.tsx";
import classes from "./widgets.module.css";
import type { WidgetProps } from "./types.ts";

/** A box to tick, never ticked beforehand, with the whole text that is agreed to. */
export function Consent({ path, field, state, problem, id, describedBy, onChange, onBlur }: WidgetProps) {
  return (
    <div className={classes["consent"]} data-problem={problem !== undefined || undefined}>
      <input
        type="checkbox"
        id={id}
        name={path}
        checked={state.value === true}
        onChange={(event) => onChange(event.currentTarget.checked || undefined)}
        onBlur={onBlur}
        disabled={!state.enabled}
        aria-invalid={problem !== undefined}
        aria-required={state.required}
        aria-describedby={describedBy}
      />
      <label htmlFor={id}>
        <strong>{plainWords(field.label)}</strong>
        {field.text !== undefined && (
          <span className={classes["agreed"]}>
            <WordsView words={field.text} inline />
          </span>
        )}
      </label>
    </div>
  );
}
