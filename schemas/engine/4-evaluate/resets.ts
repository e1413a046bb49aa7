import type { Answer, Answers } from "../types/index.ts";
import { absoluteIn } from "./in-row.ts";
import type { Prepared } from "./prepare.ts";
import { placeIn } from "./rows.ts";
import { isBlank, sameAnswer } from "./work.ts";

interface Resets {
  /** What the field at a path says that it resets. */
  of: (path: string) => string[];
  /** What somebody answers at the same time stays. */
  isEdited: (path: string) => boolean;
  /** Takes an answer out, and says whether there was one. */
  clear: (path: string) => boolean;
}

/** Clears what hangs on an answer that is another one now, and what hangs on that. */
export function resetFrom(path: string, resets: Resets): void {
  for (const other of resets.of(path)) {
    if (!resets.isEdited(other) && resets.clear(other)) resetFrom(other, resets);
  }
}

/** White space around a text makes it no other answer. */
const trimmed = (answer: Answer | undefined): Answer | undefined =>
  typeof answer === "string" ? answer.trim() : answer;

/** Answers after some of them changed, without those that the changed ones reset: as `change` of the evaluator leaves them. */
export function withoutReset(
  prepared: Prepared,
  before: Answers,
  answers: Answers,
  edited: readonly string[],
): Answers {
  const left = { ...answers };
  const isEdited = (path: string): boolean => edited.includes(path);
  const clear = (path: string): boolean => {
    const was = left[path];
    delete left[path];
    return !isBlank(was);
  };
  const of = (path: string): string[] => {
    const place = placeIn(prepared.flow, path);
    if (!place) return [];
    const { field, list, row } = place;
    return list === undefined || row === undefined ? field.resets : absoluteIn(field, list, row).resets;
  };
  for (const path of edited) {
    if (!sameAnswer(trimmed(before[path]), trimmed(answers[path]))) resetFrom(path, { of, isEdited, clear });
  }
  return left;
}
