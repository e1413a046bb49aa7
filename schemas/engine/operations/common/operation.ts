import type { MakeFormat } from "./text-format.ts";

/** The way out for rules that are too hard for JSON Logic: pure, typed, tested, listed in `docs/operations.md`. */
export interface Operation {
  /** How many arguments it takes. */
  arguments: number;
  /** Which of them are days, by their place: what is written there has to be one. */
  days?: readonly number[];
  /** All that it gives, where that is a few texts. */
  gives?: readonly string[];
  /** Says in Spanish, for authors, what it tells. */
  says: string;
  evaluate(...values: unknown[]): unknown;
}

/** What some countries or one trade bring along: a folder of this one, which can be left out. */
export interface OperationPack {
  operations: Record<string, Operation>;
  formats: Record<string, MakeFormat>;
}
