import { plainWords, type Option } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { labelId } from "./FieldFrame.tsx";
import { Offered } from "./Offered.tsx";
import classes from "./Offered.module.css";
import type { WidgetProps } from "./types.ts";

/** As many are seen at a glance; more of them stand under a part of the day. */
const atAGlance = 8;
const time = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The times that are offered, each a button of a radio group. */
export default function SlotsView(props: WidgetProps) {
  const { id, state, describedBy, problem } = props;
  return (
    <div
      className={classes["parts"]}
      role="radiogroup"
      aria-labelledby={labelId(id)}
      aria-describedby={describedBy}
      aria-required={state.required}
      aria-invalid={problem !== undefined}
    >
      <Offered {...props} className={classes["slotsAwaited"]}>
        <DayParts {...props} options={state.options ?? []} />
      </Offered>
    </div>
  );
}

function DayParts({ options, ...props }: WidgetProps & { options: Option[] }) {
  const { text } = useWords();
  const { id } = props;
  const isLong = options.length > atAGlance && options.every(({ value }) => time.test(value));
  const first = options[0]?.value;
  if (!isLong) return <Times {...{ ...props, options, first }} />;
  const parts = {
    morning: options.filter(({ value }) => value < "12:00"),
    afternoon: options.filter(({ value }) => value >= "12:00"),
  };
  return Object.entries(parts).map(([part, inIt]) =>
    inIt.length === 0 ? null : (
      <div key={part} role="group" aria-labelledby={`${id}-${part}`}>
        <p className={classes["part"]} id={`${id}-${part}`}>
          {text(`slots.${part}`)}
        </p>
        <Times {...{ ...props, options: inIt, first }} />
      </div>
    ),
  );
}

/** `first` is the option to which a link of the error summary leads. */
function Times({
  options,
  first,
  id,
  path,
  state,
  problem,
  onChange,
  onBlur,
}: WidgetProps & { options: Option[]; first: string | undefined }) {
  return (
    <div className={classes["times"]}>
      {options.map(({ value, label }) => (
        <label key={value} className={classes["slot"]} data-problem={problem !== undefined || undefined}>
          <input
            type="radio"
            id={value === first ? id : `${id}-${value}`}
            name={path}
            value={value}
            checked={state.value === value}
            onChange={() => onChange(value)}
            onBlur={onBlur}
            disabled={!state.enabled}
          />
          <span>{plainWords(label)}</span>
        </label>
      ))}
    </div>
  );
}
