import type { CSSProperties, KeyboardEvent } from "react";
import { shownAs, variantNow, type CompiledField, type Format } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { useMissingAnswer } from "../run/use-missing-answer.ts";
import { labelId } from "./FieldFrame.tsx";
import classes from "./Slider.module.css";
import { TextInput } from "./TextInput.tsx";
import type { WidgetProps } from "./types.ts";

interface Scale {
  least: number;
  most: number;
  step: number;
}

/** Characters of a number that has room beside its bar. */
const maxShortLength = 7;

/** A number between two ends: slid, or typed beside it. Without an upper end there is nothing to slide on. */
export default function SliderView(props: WidgetProps) {
  const { path, field, state, id, describedBy } = props;
  const awaited = useMissingAnswer(path, state.enabled);
  const reasonId = `${id}-reason`;
  const reason = state.enabled ? undefined : (field.placeholder ?? awaited);
  const scale = scaleOf(field, state.variant);
  const format = variantNow(field, state.variant)?.format ?? field.format;
  if (!scale) return <TextInput {...props} />;
  const described = [describedBy, reason && reasonId].filter(Boolean).join(" ") || undefined;
  const { placeholder: _, ...typed } = field;
  return (
    <div
      className={classes["controls"]}
      data-long={shownAs(scale.most, format, undefined).length > maxShortLength || undefined}
    >
      <Bar {...props} describedBy={described} scale={scale} format={format} />
      <div className={classes["typed"]}>
        <TextInput {...props} field={typed} describedBy={described} />
      </div>
      {reason !== undefined && (
        <p className={classes["reason"]} id={reasonId}>
          {reason}
        </p>
      )}
    </div>
  );
}

function Bar({ scale, format, ...props }: WidgetProps & { scale: Scale; format: Format | undefined }) {
  const { path, state, problem, id, describedBy, onChange, onBlur } = props;
  const { text } = useWords();
  const { least, most, step } = scale;
  const value = typeof state.value === "number" ? state.value : undefined;
  const place = placeOn(scale, value ?? least);
  // Where it stands already, sliding to it changes nothing: the end at which an unanswered one is can be chosen too.
  const settle = (input: HTMLInputElement): void => {
    if (value === undefined) onChange(Number(input.value));
  };
  const onKeyUp = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (/^(Arrow|Page|Home|End)/.test(event.key)) settle(event.currentTarget);
  };
  return (
    <div className={classes["bar"]}>
      <input
        type="range"
        name={path}
        min={least}
        max={most}
        step={step}
        value={place}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        onPointerUp={(event) => settle(event.currentTarget)}
        onKeyUp={onKeyUp}
        onBlur={onBlur}
        disabled={!state.enabled}
        aria-labelledby={labelId(id)}
        aria-describedby={describedBy}
        aria-invalid={problem !== undefined}
        aria-valuetext={value === undefined ? text("slider.none") : shownAs(value, format, undefined)}
        data-empty={value === undefined || undefined}
        style={{ "--place": (place - least) / (most - least) } as CSSProperties}
      />
      <div className={classes["ends"]} aria-hidden="true">
        <span>{shownAs(least, format, undefined)}</span>
        <span>{shownAs(most, format, undefined)}</span>
      </div>
    </div>
  );
}

/** The ends that the field's schema has now; none where it has no upper one. */
function scaleOf(field: CompiledField, variant: number | undefined): Scale | undefined {
  const { schema } = variantNow(field, variant) ?? field;
  const { minimum = 0, maximum, multipleOf = 1 } = schema as Record<string, number | undefined>;
  return maximum === undefined || maximum <= minimum
    ? undefined
    : { least: minimum, most: maximum, step: multipleOf };
}

/** The place on the scale that is nearest to a number. */
function placeOn({ least, most, step }: Scale, value: number): number {
  const within = Math.min(Math.max(value, least), most);
  return Math.min(least + Math.round((within - least) / step) * step, most);
}
