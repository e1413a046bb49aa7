import {
  plainWords,
  shownAs,
  type Answer,
  type CompiledField,
  type Format,
} from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import classes from "./Slider.module.css";
import { TextInput } from "./TextInput.tsx";
import type { WidgetProps } from "./types.ts";

interface ShareInputProps extends WidgetProps {
  /** What the percentage is a part of. */
  whole: number;
  format: Format;
  onMove(percent: Answer | undefined): void;
}

/** Decimals of a percentage that comes from an amount: enough to be that amount again. */
const precision = 1e6;

const percentOf = (amount: Answer | undefined, whole: number): Answer | undefined =>
  typeof amount === "number" ? Math.round((amount / whole) * 100 * precision) / precision : amount;

/** The amount of a percentage, to be typed: what is kept is the percentage. */
export function ShareInput({ whole, format, onMove, ...props }: ShareInputProps) {
  const { field, state, id } = props;
  const { fill } = useWords();
  const { placeholder: _, variants: _variants, ...rest } = field;
  const percent = state.value;
  const units = 10 ** Number(format.with["decimals"] ?? 0);
  const amount =
    typeof percent === "number" ? Math.round((whole * percent * units) / 100) / units : undefined;
  const amountId = `${id}-amount`;
  const label = fill("slider.amount", { label: plainWords(field.label) });
  const asAmount: CompiledField = { ...rest, type: "money", format };
  return (
    <div className={classes["amount"]}>
      <label htmlFor={amountId}>{label}</label>
      <TextInput
        {...props}
        // It is no answer of the form: the percentage is.
        path=""
        id={amountId}
        field={asAmount}
        state={{ ...state, variant: undefined, value: amount }}
        onChange={(typed) => onMove(percentOf(typed, whole))}
      />
      <span className={classes["of"]} aria-hidden="true">
        {fill("slider.of", { amount: shownAs(whole, format, undefined) })}
      </span>
    </div>
  );
}
