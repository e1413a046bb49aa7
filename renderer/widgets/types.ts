import type { ComponentType } from "react";
import type { Answer, CompiledField } from "../../schemas/engine/evaluate.ts";
import type { Leaf } from "../flow/store.ts";

/** What every widget gets. It draws the control; label, hint and problem are drawn around it by `FieldFrame`. */
export interface WidgetProps {
  path: string;
  field: CompiledField;
  state: Leaf;
  /** The problem to show now, in words. */
  problem?: string;
  /** Id of the control: what the label and the error summary point at. */
  id: string;
  /** Ids of hint and problem, for `aria-describedby`. */
  describedBy?: string;
  onChange(value: Answer | undefined): void;
  onBlur(): void;
  /** Loads the field's options once more. */
  onRetry(): void;
  /** The words that the field has for a problem, by their name. */
  say(words: string): string;
}

export interface Widget {
  Control: ComponentType<WidgetProps>;
  /** `around`: a label over the control. `group`: a name over several. `within`: the control brings its label itself. */
  label: "around" | "group" | "within";
}
