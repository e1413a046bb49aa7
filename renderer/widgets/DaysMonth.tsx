import { useLayoutEffect, useRef, type ComponentType, type KeyboardEvent, type ReactNode } from "react";
import { useWords } from "../page/words.ts";
import { between, dayByKey, dayIn, monthOf, plusMonths, weeksOf } from "./days-month.ts";
import type { DaysGridProps } from "./DaysGrid.tsx";
import classes from "./DaysMonth.module.css";

export interface DaysMonthProps extends Omit<DaysGridProps, "ref" | "onPress" | "onKeyDown"> {
  /** What draws the days. */
  Grid: ComponentType<DaysGridProps>;
  /** First and last day that one can go to. */
  from: string;
  to: string;
  onMove(day: string): void;
  onChoose(day: string): void;
  /** Between the buttons that turn the page: what month it is. */
  children: ReactNode;
}

/** One month: arrows, Home, End, Page up and Page down move among its days, Enter and the space bar choose. */
export function DaysMonth(all: DaysMonthProps) {
  const { Grid, at, from, to, isOffered, onMove, onChoose, children, ...props } = all;
  const table = useRef<HTMLTableElement>(null);
  /** The focus goes along with the keyboard, and stays where it is when a page is turned. */
  const follows = useRef(false);
  useLayoutEffect(() => {
    if (follows.current) table.current!.querySelector<HTMLElement>(`[value="${at}"]`)?.focus();
    follows.current = false;
  }, [at]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = dayByKey(at, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    const there = between(next, from, to);
    follows.current = there !== at;
    onMove(there);
  };
  return (
    <>
      <div className={classes["heading"]}>
        <Turn by={-1} {...{ at, from, to, isOffered, onMove }} />
        {children}
        <Turn by={1} {...{ at, from, to, isOffered, onMove }} />
      </div>
      <Grid
        {...props}
        ref={table}
        {...{ at, isOffered, onKeyDown }}
        onPress={(day) => {
          onMove(day);
          if (isOffered(day)) onChoose(day);
        }}
      />
    </>
  );
}

type TurnProps = Pick<DaysMonthProps, "at" | "from" | "to" | "isOffered" | "onMove"> & { by: 1 | -1 };

/** To the month before or after: to its first day that is offered. */
function Turn({ by, at, from, to, isOffered, onMove }: TurnProps) {
  const { text } = useWords();
  const month = plusMonths(monthOf(at), by);
  const isEnd = by < 0 ? month < monthOf(from) : month > monthOf(to);
  const turn = (): void => {
    if (isEnd) return;
    const days = weeksOf(month).flat();
    onMove(days.find((day) => day !== undefined && isOffered(day)) ?? between(dayIn(month, "1"), from, to));
  };
  return (
    <button
      type="button"
      className={classes["turn"]}
      aria-label={text(by < 0 ? "calendar.previous" : "calendar.next")}
      // It stays where it is: the focus would be lost with it.
      aria-disabled={isEnd}
      onClick={turn}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true">
        <path
          d={by < 0 ? "m12.5 5-5 5 5 5" : "m7.5 5 5 5-5 5"}
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
