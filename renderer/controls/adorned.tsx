import type { ReactElement, ReactNode } from "react";
import classes from "./controls.module.css";

export interface InputAdornments {
  /** Stands before what is typed: a country code, a currency. */
  before?: ReactNode;
  /** Stands after it: a unit, an arrow. */
  after?: ReactNode;
}

/**
 * A control with something in its box that nobody types. Without either it is the control alone. It is no component, as
 * most controls have neither: one less for each field.
 */
export function adorned(control: ReactElement, { before, after }: InputAdornments): ReactElement {
  if (before === undefined && after === undefined) return control;
  return (
    <div
      className={classes["affixed"]}
      data-before={before !== undefined || undefined}
      data-after={after !== undefined || undefined}
    >
      {before !== undefined && <span className={classes["before"]}>{before}</span>}
      {control}
      {after !== undefined && <span className={classes["after"]}>{after}</span>}
    </div>
  );
}
