import type { ReactNode } from "react";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { WordsView } from "../controls/WordsView.tsx";
import classes from "./Consent.module.css";
import type { WidgetProps } from "./types.ts";

/** A box to tick, never ticked beforehand, with the whole text that is agreed to. */
export function Consent(props: WidgetProps) {
  const { field, state } = props;
  const { text } = useWords();
  return (
    <Box {...props}>
      <strong>{plainWords(field.label)}</strong>
      {!state.required && <span className={classes["optional"]}> ({text("optional")})</span>}
    </Box>
  );
}

/** A box to tick or not: both are an answer. */
export const Checkbox = (props: WidgetProps) => <Box {...props}>{plainWords(props.field.label)}</Box>;

interface BoxProps extends WidgetProps {
  children: ReactNode;
}

function Box({ path, field, state, problem, id, describedBy, onChange, onBlur, children }: BoxProps) {
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
        <span>{children}</span>
        {field.text !== undefined && (
          <span className={classes["agreed"]}>
            <WordsView words={field.text} inline apart />
          </span>
        )}
      </label>
    </div>
  );
}
