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
  const kept = marks(shown);
  const [before, after] = [marks(typed.slice(0, caret)), marks(typed.slice(caret))];
  const lostStart = kept.length < before.length + after.length && (before + after).endsWith(kept);
  const target = lostStart ? Math.max(kept.length - after.length, 0) : keptOf(before, kept);
  return { value, shown, caret: placeAfter(shown, target, forward) };
}

/** How many of the letters and digits before the caret were kept: a letter among digits is dropped where it was typed. */
function keptOf(before: string, kept: string): number {
  let count = 0;
  for (const mark of before) if (mark === kept[count]) count++;
  return count;
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
