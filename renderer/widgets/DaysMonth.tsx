import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { showFullDate, weekdayNames } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { between, dayByKey, dayIn, monthOf, plusMonths, weeksOf } from "./days-month.ts";
import classes from "./DaysMonth.module.css";

export interface DaysMonthProps {
  /** The day at which the keyboard is. Its month is shown. */
  at: string;
  chosen: string | undefined;
  today: string;
  /** First and last day that one can go to. */
  from: string;
  to: string;
  isOffered(day: string): boolean;
  onMove(day: string): void;
  onChoose(day: string): void;
  /** Id of what names the month. */
  labelledBy: string;
  /** Of the day at which the keyboard is. */
  id: string;
  /** Name of the days, where they are a control of a form. */
  name?: string;
  /** Between the buttons that turn the page: what month it is. */
  children: ReactNode;
}

/** One month: arrows, Home, End, Page up and Page down move among its days, Enter and the space bar choose. */
export function DaysMonth({ at, from, to, isOffered, onMove, onChoose, children, ...props }: DaysMonthProps) {
  const table = useRef<HTMLTableElement>(null);
  /** The focus goes along with the keyboard, and stays where it is when a page is turned. */
  const follows = useRef(false);
  const month = monthOf(at);
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
      <table
        ref={table}
        // The arrow keys move in it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        className={classes["month"]}
        aria-labelledby={props.labelledBy}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, place) => (
                <td
                  key={weekdayNames[place]}
                  aria-selected={day === undefined ? undefined : day === props.chosen}
                >
                  {day !== undefined && (
                    <button
                      type="button"
                      id={day === at ? props.id : undefined}
                      name={props.name}
                      value={day}
                      tabIndex={day === at ? 0 : -1}
                      aria-label={showFullDate(day)}
                      aria-current={day === props.today ? "date" : undefined}
                      aria-disabled={!isOffered(day)}
                      data-chosen={day === props.chosen || undefined}
                      onClick={() => {
                        onMove(day);
                        if (isOffered(day)) onChoose(day);
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
