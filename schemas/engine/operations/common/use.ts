import type { ValueType } from "../../types/index.ts";

/** What an operation is for. */
export interface OperationUse {
  /** How many arguments it takes. */
  arguments: number;
  /** Which of them are days, by their place: what is written there has to be one. */
  days?: readonly number[];
  /** All that it gives, where that is a few texts. */
  gives?: readonly string[];
  /** Says in Spanish, for authors, what it tells. */
  says: string;
}

/** What a format is for. */
export interface FormatUse {
  /** Types of what is answered with it. */
  types: readonly ValueType[];
  /** The names of its parameters. */
  parameters: readonly string[];
  /** The signs that its stored values have, where they are few. */
  signs?: string;
}

/** What the operations and formats of a folder are for. */
export interface UsePack {
  operations: Record<string, OperationUse>;
  formats: Record<string, FormatUse>;
}
