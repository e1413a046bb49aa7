import { useRef, useState, type ComponentType } from "react";
import { dateIsValid, dayLimits, plainWords } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { iconButton } from "../controls/Button.tsx";
import { useToday } from "../run/context.ts";
import type { DateInputCalendarProps } from "./DateInputCalendar.tsx";
import classes from "./DateInput.module.css";
import { Icon } from "./icons.tsx";
import { TextInput } from "./TextInput.tsx";
import type { WidgetProps } from "./types.ts";

type Calendar = ComponentType<DateInputCalendarProps>;

/** A day, typed or chosen in a calendar, whose code comes when somebody is about to open it. */
export function DateInput(props: WidgetProps) {
  const { id, field, state, onChange, onBlur } = props;
  const { text } = useWords();
  const today = useToday();
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [calendar, setCalendar] = useState<{ Calendar: Calendar }>();
  const [isOpen, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);

  const load = (): void => {
    if (calendar) return;
    import("./DateInputCalendar.tsx").then(
      (loaded) => {
        setCalendar({ Calendar: loaded.default });
        setFailed(false);
      },
      () => setFailed(true),
    );
  };
  const open = (): void => {
    load();
    // Not every browser puts the focus on a button that is pressed, and where it was the calendar gives it back.
    opener.current?.focus();
    setOpen(true);
  };
  const close = (day?: string): void => {
    setOpen(false);
    if (day !== undefined) onChange(day);
    onBlur();
  };
  const label = `${text("calendar.open")}: ${plainWords(field.label)}`;
  return (
    <>
      <div
        ref={box}
        className={classes["date"]}
        // Nobody left the field who went on to its calendar.
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
        }}
      >
        <TextInput {...props} onBlur={stay} />
        <button
          ref={opener}
          type="button"
          className={`${iconButton} ${classes["open"]}`}
          aria-label={label}
          aria-haspopup="dialog"
          aria-busy={isOpen && !calendar && !failed}
          disabled={!state.enabled}
          onPointerEnter={load}
          onFocus={load}
          onClick={open}
        >
          <Icon name="calendar" size={24} />
        </button>
        {isOpen && calendar && (
          <calendar.Calendar
            id={id}
            label={plainWords(field.label)}
            value={typeof state.value === "string" && dateIsValid(state.value) ? state.value : undefined}
            today={today}
            limits={dayLimits(field, today)}
            under={() => box.current!}
            onClose={close}
          />
        )}
      </div>
      {isOpen && failed && (
        <p className={classes["failed"]} role="status">
          {text("unreachable")}
        </p>
      )}
    </>
  );
}

const stay = (): void => {};
