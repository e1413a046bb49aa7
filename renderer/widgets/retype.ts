import type { TextFormat } from "../../schemas/engine/evaluate.ts";

/** What an input holds right after a change, and how it came to. */
export interface TextEdit {
  typed: string;
  caret: number;
  /** Whether one key wrote one character; else it was pasted, dropped, filled in or taken away. */
  key?: boolean;
  /** A deletion of what follows: then the caret goes past separators, or it would stand still at them. */
  forward?: boolean;
}

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
 * Formats while a person types, from what was stored before, and keeps the caret where it was: after the same letters and
 * digits. A key that writes what the format has no use for, or more than it takes, does nothing. What comes otherwise is
 * kept whole.
 */
export function retype(format: TextFormat, before: string, edit: TextEdit): Retyped {
  const { typed, caret, key = false, forward = false } = edit;
  const shownBefore = format.show(before);
  const start = commonStart(shownBefore, typed.slice(0, caret));
  const inserted = typed.slice(start, caret);
  const value = stored(format, before, { ...edit, start });
  if (key && inserted !== "" && isTooMuch(format, { before, value, inserted })) {
    return { value: before, shown: shownBefore, caret: Math.min(start, shownBefore.length) };
  }
  const shown = format.show(value);
  if (shown === typed && !forward) return { value, shown, caret };
  if (caret >= typed.length) return { value, shown, caret: shown.length };
  return { value, shown, caret: caretIn(shown, typed, caret, forward) };
}

/** The signs that stood there because the format put them in are none that somebody wrote. */
function stored(
  format: TextFormat,
  before: string,
  { typed, caret, start }: TextEdit & { start: number },
): string {
  const [head, inserted, tail] = [typed.slice(0, start), typed.slice(start, caret), typed.slice(caret)];
  if (format.bare && format.fits(before) && format.show(before).endsWith(tail)) {
    const value = format.clean(format.bare(head) + inserted + format.bare(tail));
    if (format.fits(value)) return value;
  }
  return format.clean(typed);
}

interface Written {
  before: string;
  value: string;
  inserted: string;
}

function isTooMuch({ keys, length, fits }: TextFormat, { before, value, inserted }: Written): boolean {
  if (!fits(before)) return false;
  const count = marks(value).length;
  return (
    (keys !== undefined && !keys.test(inserted)) ||
    (length !== undefined && count > length && count > marks(before).length)
  );
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}

/**
 * Where what was typed begins with something that is not kept (a pasted country code), the same letters and digits stand
 * after the caret.
 */
function caretIn(shown: string, typed: string, caret: number, forward: boolean): number {
  const kept = marks(shown);
  const [before, after] = [marks(typed.slice(0, caret)), marks(typed.slice(caret))];
  const lostStart = kept.length < before.length + after.length && (before + after).endsWith(kept);
  const target = lostStart ? Math.max(kept.length - after.length, 0) : keptOf(before, kept);
  return placeAfter(shown, target, forward);
}

/** How many of the letters and digits before the caret were kept. */
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
