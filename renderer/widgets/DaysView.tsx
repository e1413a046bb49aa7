import { useState } from "react";
import { dateIsValid, showFullDate } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { useToday } from "../run/context.ts";
import { dayIn, monthOf, monthTitle } from "./days-month.ts";
import { DaysGrid } from "./DaysGrid.tsx";
import { DaysMonth } from "./DaysMonth.tsx";
import classes from "./Offered.module.css";
import { labelId } from "./FieldFrame.tsx";
import { Offered } from "./Offered.tsx";
import { Radio } from "./Options.tsx";
import type { WidgetProps } from "./types.ts";

/** The days that are offered, in a calendar. What is no day cannot stand in one: then they are a list. */
export default function DaysView(props: WidgetProps) {
  const { id, state, describedBy, problem, onBlur } = props;
  const options = state.options ?? [];
  if (!options.every(({ value }) => dateIsValid(value))) return <Radio {...props} />;
  return (
    // It is left when the focus goes out of it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-labelledby={labelId(id)}
      aria-describedby={describedBy}
      data-problem={problem !== undefined || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      <Offered {...props} className={classes["daysAwaited"]}>
        <Calendar {...props} days={options.map(({ value }) => value).toSorted()} />
      </Offered>
    </div>
  );
}

/** Between the first and the last month that have an offered day. */
function Calendar({ id, path, state, days, onChange }: WidgetProps & { days: string[] }) {
  const today = useToday();
  const { text } = useWords();
  const chosen = days.find((day) => day === state.value);
  const [moved, setMoved] = useState<string>();
  const [first, last] = [days[0]!, days.at(-1)!];
  const from = dayIn(monthOf(first), "1");
  const to = dayIn(monthOf(last), "31");
  // Other days may be offered now than where the keyboard was.
  const at = moved !== undefined && moved >= from && moved <= to ? moved : (chosen ?? first);
  return (
    <>
      <DaysMonth
        Grid={DaysGrid}
        {...{ at, from, to, chosen, today, id }}
        name={path}
        isOffered={(day) => days.includes(day)}
        onMove={setMoved}
        onChoose={onChange}
        labelledBy={`${id}-month`}
      >
        <div className={classes["title"]} id={`${id}-month`} aria-live="polite">
          {monthTitle(monthOf(at))}
        </div>
      </DaysMonth>
      <p className={classes["chosen"]} role="status">
        {chosen === undefined ? text("calendar.none") : showFullDate(chosen)}
      </p>
    </>
  );
}
