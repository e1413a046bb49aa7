/** A JSON Logic rule, as authors write it. */
export type Rule = unknown;

/** The value types that have a meaning in the engine. A kind is a preset over one of them. */
export type ValueType =
  | "text"
  | "number"
  | "money"
  | "boolean"
  /** `yyyy-mm-dd`. */
  | "date"
  /** `HH:mm`. */
  | "time"
  | "choice"
  /** Several of the options, each once. */
  | "choices"
  /** A `FileAnswer`. */
  | "file"
  /** Fields under one name. Has no answer of its own. */
  | "group"
  /** Rows of fields; the answer is the rows' ids, in order. */
  | "list"
  /** An object, as a raw JSON Schema describes it. */
  | "json"
  /** Shows words and asks nothing. */
  | "display";

/** A file that was uploaded before. `size` in bytes, `type` a MIME type. */
export interface FileAnswer {
  id: string;
  name: string;
  size: number;
  type: string;
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A leaf answer. Absent is `undefined`; an empty text is absent too. */
export type Answer = string | number | boolean | string[] | { [key: string]: Json };

/** Answers by full path: `step.field`, `step.group.field`, `step.list.<row>.field`. Never nested. */
export type Answers = Record<string, Answer | undefined>;
