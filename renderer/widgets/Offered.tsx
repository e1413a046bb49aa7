import type { ReactNode } from "react";
import { useWords } from "../page/words.ts";
import { visuallyHidden } from "../controls/classes.ts";
import { useMissingAnswer } from "../run/use-missing-answer.ts";
import classes from "./Offered.module.css";
import { OptionsStatus, useAskedAgain } from "./OptionsStatus.tsx";
import type { WidgetProps } from "./types.ts";

export interface OfferedProps extends WidgetProps {
  /** What is drawn while options are awaited: as large as they will be. */
  className: string | undefined;
  /** The options. */
  children: ReactNode;
}

/** Options that are drawn out: a skeleton while they load, and words in their place while there are none. */
export function Offered({ className, children, ...props }: OfferedProps) {
  const { path, field, state, id } = props;
  const { text } = useWords();
  const awaited = useMissingAnswer(path, state.enabled);
  const askAgain = useAskedAgain(props);
  const status = <OptionsStatus {...props} onRetry={askAgain} />;
  if (state.status === "loading") {
    return (
      <div id={id} tabIndex={-1} role="status" className={`${classes["skeleton"]} ${className}`}>
        <span className={visuallyHidden}>{text("loading")}</span>
      </div>
    );
  }
  if (state.options?.length) {
    return (
      <>
        {children}
        {status}
      </>
    );
  }
  // Of a field that may not be answered yet nothing is offered, and nothing is on its way.
  const isIdle = state.status !== "failed" && (!state.enabled || state.status === "idle" || !state.status);
  return (
    // A link of the error summary leads here.
    <div id={id} tabIndex={-1} className={classes["none"]} data-idle={isIdle || undefined}>
      {isIdle && (awaited ?? field.placeholder)}
      {status}
    </div>
  );
}
