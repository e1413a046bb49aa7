import type { ComponentType, ReactNode } from "react";
import type { Answer, CompiledField, Words } from "../../schemas/engine/evaluate.ts";
import type { UploadFile } from "../run/uploads.ts";
import type { Leaf } from "../run/store.ts";

/** What every widget gets. It draws the control; label, hint and problem are drawn around it by `FieldFrame`. */
export interface WidgetProps {
  path: string;
  /** Its words are filled. */
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
  say(words: string, values?: Record<string, string>): string;
  /** Sends a file to the server; what it says of it is the answer. */
  onUpload: UploadFile;
  /** A file that was sent, and is no answer any more. */
  onDiscard(file: string): void;
}

export interface Widget {
  Control: ComponentType<WidgetProps>;
  /**
   * `around`: a label over the control. `group`: a name over several. `within`: the control brings its label itself.
   * `none`: it asks nothing, so there is nothing around it.
   */
  label: "around" | "group" | "within" | "none";
  /** Where two columns are: `wide` takes both, `first` begins a line. Others stand where there is room. */
  place?: "wide" | "first";
}

/** What stands around a group of fields. */
export interface FrameProps {
  id: string;
  path: string;
  label: Words;
  hint?: Words;
  /** The problem of the whole to show now, in words. */
  problem?: string;
  optional?: boolean;
  children: ReactNode;
}

/** What stands around the rows of a list. */
export interface RowsProps extends Omit<FrameProps, "children"> {
  rows: { id: string; title: string; content: ReactNode }[];
  enabled: boolean;
  /** What the button that adds a row says. */
  add: string;
  /** Why none can be added, where it is full. */
  full?: string;
  /** Whether rows can be taken away. */
  removable: boolean;
  /** Gives the id of the new row, if there is one. */
  onAdd(): string | undefined;
  /** Gives the way to bring it back. */
  onRemove(row: string): (() => void) | undefined;
  /** Moves a row by so many places; where it is left out, their order has no meaning. */
  onMove?: ((row: string, by: number) => void) | undefined;
}

export type AnyWidget = Widget | { Frame: ComponentType<FrameProps> };
