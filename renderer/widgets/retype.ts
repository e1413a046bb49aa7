import type { TextFormat } from "../../schemas/engine/evaluate.ts";

export interface Retyped {
  /** What is stored. */
  value: string;
  /** What stands in the input. */
  shown: string;
  /** Where the caret is in it. */
  caret: number;
}

const marks = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Formats while a person types, and keeps the caret where it was: after the same letters and digits. Where what was
 * typed begins with something that is not kept (a pasted country code), the same letters and digits stand after it.
 * `forward` is a deletion of what follows: then the caret goes past separators, or it would stand still at them.
 */
export function retype(format: TextFormat, typed: string, caret: number, forward = false): Retyped {
  const value = format.clean(typed);
  const shown = format.show(value);
  if (caret >= typed.length) return { value, shown, caret: shown.length };
  const [before, after] = [marks(typed.slice(0, caret)).length, marks(typed.slice(caret)).length];
  const kept = marks(shown);
  const lostStart = kept.length < before + after && marks(typed).endsWith(kept);
  const target = Math.min(lostStart ? Math.max(kept.length - after, 0) : before, kept.length);
  return { value, shown, caret: placeAfter(shown, target, forward) };
}

function placeAfter(shown: string, count: number, forward: boolean): number {
  let seen = 0;
  let index = 0;
  while (index < shown.length && seen < count) {
    if (isMark(shown[index]!)) seen++;
    index++;
  }
  while (forward && index < shown.length && !isMark(shown[index]!)) index++;
  return index;
}

const isMark = (character: string): boolean => marks(character) !== "";
