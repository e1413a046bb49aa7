import { useSyncExternalStore } from "react";
import { plainWords, ruleVariables } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { useWords } from "../page/words.ts";
import { useFlow } from "../run/context.ts";
import { useMissingAnswer } from "../run/use-missing-answer.ts";
import classes from "./ActionButton.module.css";
import type { WidgetProps } from "./types.ts";

/**
 * A button whose answer is that it was used, until what it was used for changes. While a query that waits for that answer
 * loads, it is busy; where one failed, it asks again.
 */
export default function ActionButton({
  path,
  field,
  state,
  problem,
  id,
  describedBy,
  onChange,
}: WidgetProps) {
  const { text } = useWords();
  const { flow, store } = useFlow();
  const missing = useMissingAnswer(path, state.enabled);
  const queries = Object.entries(flow.data).flatMap(([name, { when }]) =>
    ruleVariables(when).includes(path) ? [name] : [],
  );
  const status = useSyncExternalStore(
    (listener) => {
      const stops = queries.map((name) => store.subscribe(`data.${name}`, listener));
      return () => stops.forEach((stop) => stop());
    },
    () => statusOf(queries.map((name) => store.data(name).status)),
    () => "idle",
  );
  const isUsed = state.value === true;
  const isBusy = isUsed && status === "loading";
  const isDone = isUsed && status !== "failed";
  const use = (): void => {
    if (isDone) return;
    if (isUsed) queries.forEach((name) => store.retry(name));
    else onChange(true);
  };
  const reason = isDone || state.enabled ? undefined : missing;
  const described = [describedBy, reason && `${id}-reason`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={classes["action"]} data-path={path}>
      <Button
        id={id}
        name={path}
        size="lg"
        variant="outline"
        onClick={use}
        disabled={!state.enabled}
        aria-disabled={isDone || undefined}
        aria-busy={isBusy || undefined}
        aria-describedby={described}
        mark={isBusy && <Spinner />}
      >
        {plainWords(field.text ?? field.label)}
      </Button>
      {reason !== undefined && <p id={`${id}-reason`}>{reason}</p>}
      {problem === undefined && <span role="status">{isBusy ? text("loading") : ""}</span>}
    </div>
  );
}

/** The least that can be said of several. */
const statusOf = (all: string[]): string =>
  ["failed", "loading"].find((status) => all.includes(status)) ?? "idle";
