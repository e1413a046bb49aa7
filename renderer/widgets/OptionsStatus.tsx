import { useEffect, useRef } from "react";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import classes from "./widgets.module.css";
import type { WidgetProps } from "./types.ts";

/**
 * Asks for the options again. Who does so stays at the field, before and after they have come: the button that had the focus
 * is gone.
 */
export function useAskedAgain({ id, state, onRetry }: WidgetProps): () => void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current) return;
    const isLost = document.activeElement === document.body || document.activeElement?.id === id;
    if (isLost) document.getElementById(id)?.focus();
    isAsked.current = isLost && state.status === "loading";
  }, [id, state.status]);
  return () => {
    isAsked.current = true;
    onRetry();
  };
}

/** Says under a choice that its options could not be had, with a way to try again, or that there are none. */
export function OptionsStatus({ state, problem, onChange, onRetry, say }: WidgetProps) {
  const { text } = useWords();
  if (state.status === "failed") {
    return (
      <div className={classes["aside"]} role="status">
        {problem === undefined && <span>{say("optionsFailed")}</span>}
        <Button variant="outline" size="sm" onClick={onRetry}>
          {text("retry")}
        </Button>
        {state.value !== undefined && !state.required && (
          <Button variant="subtle" size="sm" onClick={() => onChange(undefined)}>
            {text("remove")}
          </Button>
        )}
      </div>
    );
  }
  if (state.status !== "empty" || problem !== undefined) return null;
  return (
    <div className={classes["aside"]} role="status">
      {say("optionsEmpty")}
    </div>
  );
}
