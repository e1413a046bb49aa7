import { useMemo } from "react";
import { FilledWords } from "../run/FilledWords.tsx";
import { labelId } from "./FieldFrame.tsx";
import type { WidgetProps } from "./types.ts";
import classes from "./widgets.module.css";

/** An answer that a rule gives: nobody types it, so it is read, whatever its field's widget. */
export function Computed({ field, id, describedBy, problem }: WidgetProps) {
  const answer = useMemo(() => [{ var: field.path }], [field.path]);
  return (
    <output
      id={id}
      className={classes["computed"]}
      aria-labelledby={labelId(id)}
      aria-describedby={describedBy}
      data-total={field.total}
      data-problem={problem !== undefined || undefined}
      // A link of the error summary leads here.
      tabIndex={-1}
    >
      <FilledWords words={answer} inline />
    </output>
  );
}
