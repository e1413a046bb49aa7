import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from "react";
import {
  shownAs,
  variantNow,
  type Answer,
  type CompiledField,
  type Format,
} from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { useMissingAnswer } from "../run/use-missing-answer.ts";
import { labelId } from "./FieldFrame.tsx";
import classes from "./Slider.module.css";
import { ShareInput } from "./ShareInput.tsx";
import { TextInput } from "./TextInput.tsx";
import type { WidgetProps } from "./types.ts";
import { useSettled, type MovedAnswer } from "./use-settled.ts";

interface Scale {
  least: number;
  most: number;
  step: number;
}

/** Characters of a number that has room beside its bar. */
const maxShortLength = 7;

/** A number between two ends: slid, or typed beside it, as an amount too where it is a part of one. Without an upper end there is nothing to slide on. */
export default function SliderView(props: WidgetProps) {
  const { path, field, state, id, describedBy, onBlur } = props;
  const awaited = useMissingAnswer(path, state.enabled);
  const settled = useSettled(state.value, props.onChange);
  const reasonId = `${id}-reason`;
  const reason = state.enabled ? undefined : (field.placeholder ?? awaited);
  const scale = scaleOf(field, state);
  const format = variantNow(field, state.variant)?.format ?? field.format;
  const { share } = field;
  const whole = state.numbers?.whole;
  if (!scale) return <TextInput {...props} />;
  const described = [describedBy, reason && reasonId].filter(Boolean).join(" ") || undefined;
  const { placeholder: _, ...typed } = field;
  const leave = (): void => {
    settled.settle();
    onBlur();
  };
  const moved = {
    ...props,
    state: { ...state, value: settled.shown },
    describedBy: described,
    onBlur: leave,
  };
  const shown = rounded(settled.shown, format);
  return (
    // Whoever goes on with Enter means what stands there.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes["controls"]}
      data-long={shownAs(scale.most, format, undefined).length > maxShortLength || undefined}
      onKeyDown={(event) => {
        if (event.key === "Enter") settled.settle();
      }}
    >
      <Bar {...moved} settled={settled} scale={scale} format={format} />
      <div className={classes["typed"]}>
        <TextInput
          {...moved}
          field={typed}
          state={{ ...state, value: shown }}
          onChange={(to) => settled.move(to)}
        />
      </div>
      {share && whole !== undefined && whole > 0 && (
        <ShareInput {...moved} whole={whole} format={share.format} onMove={settled.move} />
      )}
      {reason !== undefined && (
        <p className={classes["reason"]} id={reasonId}>
          {reason}
        </p>
      )}
    </div>
  );
}

interface BarProps extends Omit<WidgetProps, "onChange"> {
  settled: MovedAnswer;
  scale: Scale;
  format: Format | undefined;
}

function Bar({ scale, format, settled, ...props }: BarProps) {
  const { path, state, problem, id, describedBy, onBlur } = props;
  const { text } = useWords();
  const { least, most, step } = scale;
  const value = typeof state.value === "number" ? state.value : undefined;
  const place = placeOn(scale, value ?? least);
  const input = useRef<HTMLInputElement>(null);
  const isHeld = useRef(false);
  // A pointer that lets go says so to the browser alone, which tells it as a change.
  useEffect(() => {
    const bar = input.current!;
    const letGo = (): void => {
      if (!isHeld.current) return;
      isHeld.current = false;
      settled.settle();
    };
    bar.addEventListener("change", letGo);
    return () => bar.removeEventListener("change", letGo);
  });
  // Where it stands already, sliding to it changes nothing: the end at which an unanswered one is can be chosen too.
  const choose = (bar: HTMLInputElement): void => {
    if (value === undefined) settled.move(Number(bar.value));
    isHeld.current = false;
    settled.settle();
  };
  const onKeyUp = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isKey = /^(Arrow|Page|Home|End)/.test(event.key);
    if (isKey && value === undefined) settled.move(Number(event.currentTarget.value));
  };
  return (
    <div className={classes["bar"]}>
      <input
        ref={input}
        type="range"
        name={path}
        min={least}
        max={most}
        step={step}
        value={place}
        onChange={(event) => settled.move(Number(event.currentTarget.value), isHeld.current)}
        onPointerDown={() => (isHeld.current = true)}
        onPointerUp={(event) => choose(event.currentTarget)}
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

/** The ends that the field has now, by its schema and by what rules say of them; none where it has no upper one. */
function scaleOf(field: CompiledField, { variant, numbers }: WidgetProps["state"]): Scale | undefined {
  const { schema } = variantNow(field, variant) ?? field;
  const { multipleOf = 1, ...own } = schema as Record<string, number | undefined>;
  const least = numbers?.minimum ?? own["minimum"] ?? 0;
  const most = numbers?.maximum ?? own["maximum"];
  return most === undefined || most <= least ? undefined : { least, most, step: field.slideBy ?? multipleOf };
}

/** As its format has decimals: an amount may be a part that has more. */
function rounded(value: Answer | undefined, format: Format | undefined): Answer | undefined {
  if (typeof value !== "number") return value;
  const units = 10 ** Number(format?.with["decimals"] ?? 0);
  return format ? Math.round(value * units) / units : value;
}

/** The place on the scale that is nearest to a number. */
function placeOn({ least, most, step }: Scale, value: number): number {
  const within = Math.min(Math.max(value, least), most);
  return Math.min(least + Math.round((within - least) / step) * step, most);
}
