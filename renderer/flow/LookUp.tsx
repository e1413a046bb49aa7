import { Button } from "../controls/Button.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { use, type KeyboardEvent, type ReactNode } from "react";
import { useFlow, useLeaf, useQuery } from "../run/context.ts";
import { fieldId, IdPrefix } from "../run/field-id.ts";
import type { FlowStore } from "../run/store.ts";
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

/** The questions that a look-up reads and that have no good answer, in their order. */
function missingOf(store: FlowStore, rules: unknown): string[] {
  const paths: string[] = [];
  JSON.stringify(rules, (key, value: unknown) => {
    if (key === "var" && typeof value === "string") paths.push(value);
    return value;
  });
  return paths.filter((one) => {
    const { visible, value, problem } = store.leaf(one);
    return visible && (value === undefined || problem !== undefined);
  });
}

/** The button beside a field that looks up what was typed. Enter in the field presses it, and not Continuar. */
export function LookUp({ data, path, id, say, children }: LookUpProps) {
  const { store, flow } = useFlow();
  const { value, problem } = useLeaf(path);
  const { status, possible } = useQuery(data);
  const prefix = use(IdPrefix);
  const busy = status === "loading";
  const ready = value !== undefined && problem === undefined;

  const press = (): void => {
    if (busy) return;
    if (ready && possible) return store.runQuery(data);
    // It cannot be looked up as it is: why, is said at the field, or at the others that it is looked up by.
    const wrong = ready ? missingOf(store, flow.data[data]?.with) : [path];
    for (const one of wrong) store.touch(one);
    document.getElementById(fieldId(wrong[0] ?? path, prefix))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || (event.target as Element).id !== id || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press();
  };
  const said = busy
    ? say("searchBusy")
    : status === "failed" || status === "empty"
      ? say(status === "failed" ? "searchFailed" : "searchEmpty")
      : "";
  // Where it fills other fields, eyes see it there.
  const fills = flow.data[data]?.fills !== undefined;
  // What fills nothing does something that the rest of the step needs: until then it is what to press.
  const isFirst = !fills && status !== "ready";
  return (
    <>
      {/* The keys of the field in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes["lookUp"]} data-first={isFirst || undefined} onKeyDown={onKeyDown}>
        {children}
        <Button
          {...(isFirst ? {} : { variant: "outline" as const })}
          size="lg"
          onClick={press}
          aria-disabled={busy || !ready || undefined}
          aria-describedby={`${id}-search`}
          mark={busy && <Spinner />}
        >
          {say("search")}
        </Button>
      </div>
      <div className={classes["lookUpSaid"]} id={`${id}-search`} role="status" data-status={status}>
        {said}
        {status === "ready" && (
          <span className={fills ? visuallyHidden : undefined}>{say("searchReady")}</span>
        )}
      </div>
    </>
  );
}
