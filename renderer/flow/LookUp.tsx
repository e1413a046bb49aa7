import { Button } from "../controls/Button.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { visuallyHidden } from "../controls/visually-hidden.ts";
import type { KeyboardEvent, ReactNode } from "react";
import { useWords } from "../page/words.ts";
import { useFlow, useLeaf, useQuery } from "../run/context.ts";
import classes from "./flow.module.css";

export interface LookUpProps {
  /** The data query that the button presses. */
  data: string;
  path: string;
  id: string;
  say(words: string): string;
  /** The field's control. */
  children: ReactNode;
}

/** The button beside a field that looks up what was typed. Enter in the field presses it, and not Continuar. */
export function LookUp({ data, path, id, say, children }: LookUpProps) {
  const { store } = useFlow();
  const { value, problem } = useLeaf(path);
  const { status, possible } = useQuery(data);
  const { text } = useWords();
  const busy = status === "loading";
  const ready = value !== undefined && problem === undefined && possible;

  const press = (): void => {
    if (busy) return;
    if (ready) return store.runQuery(data);
    // It cannot be looked up as it is: why, is said at the field.
    store.touch(path);
    document.getElementById(id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || (event.target as Element).id !== id || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press();
  };
  const said = busy
    ? text("search.busy")
    : status === "failed" || status === "empty"
      ? say(status === "failed" ? "searchFailed" : "searchEmpty")
      : "";
  return (
    <>
      {/* The keys of the field in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes["lookUp"]} onKeyDown={onKeyDown}>
        {children}
        <Button
          variant="outline"
          size="lg"
          onClick={press}
          aria-disabled={busy || !ready || undefined}
          aria-describedby={`${id}-search`}
          mark={busy && <Spinner />}
        >
          {text("search")}
        </Button>
      </div>
      <div className={classes["lookUpSaid"]} id={`${id}-search`} role="status" data-status={status}>
        {said}
        {status === "ready" && <span className={visuallyHidden}>{text("search.ready")}</span>}
      </div>
    </>
  );
}
