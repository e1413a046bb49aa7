import type { MouseEvent } from "react";
import classes from "./controls.module.css";

interface SkipLinkProps {
  /** The id of what can have the focus, where those who skip go on. */
  to: string;
  children: string;
}

/** Leads those who use the keyboard past a part of a page; it is seen while it has the focus. */
export function SkipLink({ to, children }: SkipLinkProps) {
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    document.getElementById(to)?.focus();
  };
  return (
    // Without a script it leads there too.
    <a className={classes["skip"]} href={`#${to}`} onClick={skip}>
      {children}
    </a>
  );
}
