import type { KeyboardEvent, Ref } from "react";
import { showFullDate, weekdayNames } from "../../schemas/engine/evaluate.ts";
import { monthOf, weeksOf } from "./days-month.ts";
import classes from "./DaysMonth.module.css";

export interface DaysGridProps {
  ref: Ref<HTMLTableElement>;
  /** The day at which the keyboard is. Its month is shown. */
  at: string;
  chosen: string | undefined;
  today: string;
  isOffered(day: string): boolean;
  onPress(day: string): void;
  onKeyDown(event: KeyboardEvent): void;
  /** Id of what names the month. */
  labelledBy: string;
  /** Of the day at which the keyboard is. */
  id: string;
  /** Name of the days, where they are a control of a form. */
  name?: string | undefined;
}

/** What a day is and says, in whichever grid it stands. Its `value` is how the focus finds it. */
export const dayProps = (day: string, days: Omit<DaysGridProps, "ref">) => ({
  id: day === days.at ? days.id : undefined,
  name: days.name,
  value: day,
  "aria-label": showFullDate(day),
  "aria-current": day === days.today ? ("date" as const) : undefined,
  "aria-disabled": !days.isOffered(day),
  "data-chosen": day === days.chosen || undefined,
  onClick: () => days.onPress(day),
});

/** The days of a month that stand on the page from the first: drawn on the server, and without a library. */
export function DaysGrid({ ref, ...props }: DaysGridProps) {
  const { at, chosen, onKeyDown, labelledBy } = props;
  return (
    <table
      ref={ref}
      // The arrow keys move in it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      className={classes["month"]}
      aria-labelledby={labelledBy}
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
        {weeksOf(monthOf(at)).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, place) => (
              <td key={weekdayNames[place]} aria-selected={day === undefined ? undefined : day === chosen}>
                {day !== undefined && (
                  <button type="button" tabIndex={day === at ? 0 : -1} {...dayProps(day, props)}>
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
