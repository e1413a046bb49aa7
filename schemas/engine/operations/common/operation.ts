import type { MakeFormat } from "./text-format.ts";

/** The way out for rules that are too hard for JSON Logic: pure, typed, tested, listed in `docs/operations.md`. */
export type Operation = (...values: unknown[]) => unknown;

/** What some countries or one trade bring along: a folder of this one, which can be left out. */
export interface OperationPack {
  operations: Record<string, Operation>;
  formats: Record<string, MakeFormat>;
}
