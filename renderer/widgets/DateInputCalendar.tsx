import { useLayoutEffect, useRef, useState, type SyntheticEvent } from "react";
import { monthNames, type DayLimits } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { visuallyHidden } from "../controls/classes.ts";
import { useModal } from "../controls/use-modal.ts";
import classes from "./DateInputCalendar.module.css";
import { between, dayIn, monthOf, monthTitle } from "./days-month.ts";
import { DateGrid } from "./DateGrid.tsx";
import { DaysMonth } from "./DaysMonth.tsx";

export interface DateInputCalendarProps {
  id: string;
  label: string;
  value: string | undefined;
  today: string;
  limits: DayLimits;
  /** What it stands under, where there is room for it. */
  under(): HTMLElement;
  /** With the day that was chosen, if one was. */
  onClose(day?: string): void;
}

/** Years that one can go back and ahead where nothing is said. */
const [back, ahead] = [100, 20];
const inYears = (today: string, years: number): number => Number(today.slice(0, 4)) + years;

/** Any day between two limits. The platform's modal dialog: it keeps the focus, and Escape closes it. */
export default function DateInputCalendar(props: DateInputCalendarProps) {
  const { id, label, value, today, limits, under, onClose } = props;
  const { text } = useWords();
  const box = useModal(onClose);
  const from = limits.earliest ?? `${inYears(today, -back)}-01-01`;
  const to = limits.latest ?? `${inYears(today, ahead)}-12-31`;
  const [at, setAt] = useState(between(value ?? today, from, to));
  const place = useRef(under);

  useLayoutEffect(() => {
    const shown = box.current!;
    putUnder(shown, place.current());
    shown.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [box]);

  // Beside the calendar, on the dialog itself, is only what lies behind it.
  const onClick = (event: SyntheticEvent): void => {
    if (event.target === box.current) onClose();
  };
  const years = Array.from({ length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 }, (_, index) =>
    String(Number(from.slice(0, 4)) + index),
  );
  const goTo = (month: string): void => setAt(between(dayIn(month, at.slice(8)), from, to));
  return (
    // The keyboard closes it by Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={box} className={classes["dialog"]} aria-label={label} onClick={onClick}>
      <div className={classes["calendar"]}>
        <DaysMonth
          Grid={DateGrid}
          {...{ at, from, to, today }}
          id={`${id}-day`}
          chosen={value}
          isOffered={(day) => day >= from && day <= to}
          onMove={setAt}
          onChoose={onClose}
          labelledBy={`${id}-month`}
        >
          <span className={visuallyHidden} id={`${id}-month`} aria-live="polite">
            {monthTitle(monthOf(at))}
          </span>
          <div className={classes["selects"]}>
            <select
              aria-label={text("calendar.month")}
              value={at.slice(5, 7)}
              onChange={(event) => goTo(`${at.slice(0, 4)}-${event.currentTarget.value}`)}
            >
              {monthNames.map((name, index) => (
                <option key={name} value={String(index + 1).padStart(2, "0")}>
                  {name}
                </option>
              ))}
            </select>
            <select
              aria-label={text("calendar.year")}
              value={at.slice(0, 4)}
              onChange={(event) => goTo(`${event.currentTarget.value}-${at.slice(5, 7)}`)}
            >
              {years.map((year) => (
                <option key={year}>{year}</option>
              ))}
            </select>
          </div>
        </DaysMonth>
        <button type="button" className={classes["close"]} onClick={() => onClose()}>
          {text("calendar.close")}
        </button>
      </div>
    </dialog>
  );
}

/** Under the field, or over it where there is no room; on a narrow screen the style sheet puts it at the bottom. */
function putUnder(dialog: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom } = field.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const gap = 6;
  const isBelow = bottom + gap + height <= innerHeight || top < height + gap;
  const y = isBelow ? bottom + gap : top - gap - height;
  dialog.style.setProperty("--left", `${Math.max(0, Math.min(left, innerWidth - width - gap)) + scrollX}px`);
  dialog.style.setProperty("--top", `${Math.max(y, 0) + scrollY}px`);
}
