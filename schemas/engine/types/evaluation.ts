import type { Answer, Answers } from "./answers.ts";
import type { Option } from "./words.ts";

export type DataStatus = "idle" | "loading" | "ready" | "empty" | "failed";

/** What is known of one data query. `inputs` are those the answer belongs to. */
export interface DataState {
  status: DataStatus;
  inputs: Record<string, Answer>;
  options?: Option[];
  /** What the call's `value` made of the answer. */
  value?: unknown;
  /** Of an empty answer: what was asked for was there once. */
  gone?: true;
}

/** What rules may read besides answers. `today` is `yyyy-mm-dd`, given by the server. */
export interface Context {
  today: string;
  data: Record<string, DataState>;
  /** Of programs, by name. `with` holds the values that a linked run was begun with. */
  results: Record<string, unknown>;
}

/** What a shopper sees. `code` is `required`, a schema keyword, or `<kind>.<word>`. */
export interface Problem {
  path: string;
  code: string;
  /** The key in the field's `problems`, else in the flow's; `problemWords` reads them. */
  words: string;
  /** Values of the placeholders in the words. */
  values: Record<string, string>;
}

/** Numbers that rules of a field give now. */
export interface KnownNumbers {
  minimum?: number;
  maximum?: number;
  /** What a percentage is a part of. */
  whole?: number;
}

export interface FieldState {
  visible: boolean;
  required: boolean;
  enabled: boolean;
  /** Index of the variant that holds, if one does. */
  variant?: number | undefined;
  /** The effective value: absent when hidden or disabled. */
  value: Answer | undefined;
  /** A rule of it could not be evaluated. */
  failed?: true | undefined;
  problem?: Problem | undefined;
  /** What can be chosen now. Only on choices. */
  options?: Option[] | undefined;
  /** The state of the data that the options come from. */
  status?: DataStatus | undefined;
  /** Its limits and what it is a part of, as far as rules say them. */
  numbers?: KnownNumbers | undefined;
  /** Ids of the lines of a display field that are shown now. */
  items?: string[] | undefined;
}

export interface Evaluation {
  /** Ids of the visible steps, in order. */
  steps: string[];
  /** By path, in rows with their row. */
  fields: Record<string, FieldState>;
  /** Effective answers: only of visible and enabled fields. */
  values: Answers;
  /** Paths that have an answer which is not effective, those of rows that are not there among them. */
  cleared: string[];
  /** Problems of visible fields, in the order in which they are asked. */
  problems: Problem[];
  /** Inputs of each data query, or null where one that it needs is absent or its condition does not hold. */
  inputs: Record<string, Record<string, Answer> | null>;
}

/** What a leaf's validator says; Ajv's error objects, of which these parts are read. */
export interface LeafError {
  keyword: string;
  params: Record<string, unknown>;
  /** Of a raw schema: JSON pointer of the part of the answer that it is about. */
  instancePath?: string;
  /** Of a raw schema: the schema in which the keyword stands. */
  parentSchema?: Record<string, unknown>;
}

export type LeafValidator = {
  (value: unknown): boolean;
  errors?: LeafError[] | null;
};

export type Validators = Record<string, LeafValidator>;
