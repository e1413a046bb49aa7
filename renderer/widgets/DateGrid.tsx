import { Month } from "@mantine/dates";
import { daysIntoWeek, weekdayNames } from "../../schemas/engine/evaluate.ts";
import { visuallyHidden } from "../controls/classes.ts";
import { MantineScope } from "../mantine/MantineScope.tsx";
import { monthOf } from "./days-month.ts";
import { dayProps, type DaysGridProps } from "./DaysGrid.tsx";
import classes from "./DaysMonth.module.css";

/** The days of a month in a calendar that is opened: Mantine's, with the look and the words of the days on a page. */
export const DateGrid = ({ ref, ...props }: DaysGridProps) => (
  <MantineScope>
    <Month
      ref={ref}
      unstyled
      className={classes["month"]}
      role="grid"
      aria-labelledby={props.labelledBy}
      onKeyDown={props.onKeyDown}
      month={`${monthOf(props.at)}-01`}
      firstDayOfWeek={1}
      weekdayFormat={weekday}
      hideOutsideDates
      getDayProps={(day) => ({
        ...dayProps(day, props),
        // By the library's own clock, which need not be the page's.
        "data-today": undefined,
        // It says which day the keyboard comes to; which one is chosen says the next.
        selected: day === props.at,
        "data-selected": undefined,
        "aria-pressed": day === props.chosen,
      })}
    />
  </MantineScope>
);

function weekday(day: string) {
  const name = weekdayNames[daysIntoWeek(day)!]!;
  return (
    <>
      <span aria-hidden="true">{name.slice(0, 2)}</span>
      <span className={visuallyHidden}>{name}</span>
    </>
  );
}
