import type { ReactNode } from "react";
import classes from "./controls.module.css";

export interface InputAdornmentsProps {
  /** Stands before what is typed: a country code, a currency. */
  before?: ReactNode;
  /** Stands after it: a unit, an arrow. */
  after?: ReactNode;
  children: ReactNode;
}

/** A control with something in its box that nobody types. Without either it is the control alone. */
export function InputAdornments({ before, after, children }: InputAdornmentsProps) {
  if (before === undefined && after === undefined) return children;
  return (
    <div
      className={classes["affixed"]}
      data-before={before !== undefined || undefined}
      data-after={after !== undefined || undefined}
    >
      {before !== undefined && <span className={classes["before"]}>{before}</span>}
      {children}
      {after !== undefined && <span className={classes["after"]}>{after}</span>}
    </div>
  );
}
