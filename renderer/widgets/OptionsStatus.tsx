import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import classes from "./widgets.module.css";
import type { WidgetProps } from "./types.ts";

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
