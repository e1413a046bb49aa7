import { useEffect, useRef } from "react";
import { useWords } from "../page/words.ts";
import { visuallyHidden } from "../controls/classes.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import { WordsView } from "../controls/WordsView.tsx";
import { useFlow, useQuery } from "../run/context.ts";
import { minutesIn, tellTimeLeft, useTimeLeft } from "../run/time-left.ts";
import { useAddress } from "../run/use-address.ts";
import classes from "./Countdown.module.css";
import display from "./Display.module.css";
import { ToneMark } from "./ToneMark.tsx";
import type { WidgetProps } from "./types.ts";

/** Milliseconds between two questions whether the time is over: a clock may be before the server's. */
const askEveryMs = 15_000;
/** From how many minutes on it is said aloud how many there are. */
const fewMinutes = 2;

/**
 * Something that is so for a time: how much of it there is, said aloud when little is left, and at once when it is over.
 * Where a query knows better than the clock here, that says when it is.
 */
export default function Countdown({ field, path }: WidgetProps) {
  const words = useWords();
  const { text = "", over = "", until = "", asksAgain } = field;
  const left = useTimeLeft(useAddress(until));
  const isOver = useIsOver(until, asksAgain, left);
  const isCounted = left !== undefined && !isOver;
  const told = isCounted ? tellTimeLeft(words, left) : "";
  const tone = isOver ? "warning" : (field.tone ?? "info");
  return (
    <div className={`${display["note"]} ${classes["note"]}`} role="note" data-path={path} data-tone={tone}>
      <ToneMark tone={tone} />
      <div className={display["noted"]}>
        {!isOver && <WordsView words={text} />}
        {isCounted && (
          <p className={classes["left"]} role="timer">
            {told}
          </p>
        )}
        <div className={classes["said"]} role="status">
          {isOver && <FilledWords words={over} />}
          {isCounted && minutesIn(left) <= fewMinutes && <span className={visuallyHidden}>{told}</span>}
        </div>
      </div>
    </div>
  );
}

/** Whether it is over: by the clock, or as a query says, which is asked again then and when the time is another one. */
function useIsOver(
  until: WidgetProps["field"]["until"],
  query: string | undefined,
  left: number | undefined,
) {
  const { store } = useFlow();
  const { status } = useQuery(query ?? "");
  const at = useAddress(until ?? "");
  const known = useRef(at);
  const isPast = left !== undefined && left <= 0;
  const isOver = query === undefined ? isPast : status === "empty" || (isPast && status === "failed");
  useEffect(() => {
    if (query === undefined || known.current === at) return;
    known.current = at;
    store.retry(query);
  }, [at, query, store]);
  useEffect(() => {
    if (query === undefined || !isPast || isOver) return undefined;
    store.retry(query);
    const timer = setInterval(() => store.retry(query), askEveryMs);
    return () => clearInterval(timer);
  }, [isPast, isOver, query, store]);
  return isOver;
}
