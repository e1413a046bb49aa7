/** Text broken into lines. */
import type { TextRun } from "./blocks.ts";

export type Line = TextRun[];

/** Gives the width of a text, in points. */
export type Measure = (text: string, bold: boolean) => number;

/**
 * Breaks runs into lines no wider than `width`: between words, with a space at the end, and inside a
 * word that is too long for a line.
 */
export function breakLines(runs: TextRun[], width: number, measure: Measure): Line[] {
  const widthOf = (line: Line): number => line.reduce((sum, { text, bold }) => sum + measure(text, bold), 0);
  const lines: Line[] = [];
  let line: Line = [];
  let used = 0;
  const end = (): void => {
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const word of wordsOf(runs)) {
    if (word === "break") {
      end();
      continue;
    }
    const size = widthOf(word);
    const space = measure(" ", false);
    if (used > 0 && used + space + size <= width) {
      append(line, [{ text: " ", bold: false }, ...word]);
      used += space + size;
      continue;
    }
    if (used > 0) {
      // Nobody sees it; whoever has the text read out or copies it gets two words.
      append(line, [{ text: " ", bold: line.at(-1)!.bold }]);
      end();
    }
    const parts = size <= width ? [word] : breakWord(word, width, measure);
    for (const part of parts.slice(0, -1)) {
      line = part;
      end();
    }
    line = [...parts.at(-1)!];
    used = widthOf(line);
  }
  if (line.length > 0) end();
  return lines;
}

/** Words, which may change their face inside, and where the text itself begins a new line. */
function wordsOf(runs: TextRun[]): (Line | "break")[] {
  const words: (Line | "break")[] = [];
  let open: Line | undefined;
  for (const { text, bold } of runs) {
    for (const piece of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
      if (piece === "\n") words.push("break");
      if (piece.trim() === "") {
        open = undefined;
        continue;
      }
      if (!open) words.push((open = []));
      append(open, [{ text: piece, bold }]);
    }
  }
  return words;
}

function append(line: Line, runs: TextRun[]): void {
  for (const { text, bold } of runs) {
    const last = line.at(-1);
    if (last?.bold === bold) last.text += text;
    else line.push({ text, bold });
  }
}

/** Parts of a word that each fit; at least one sign in each. */
function breakWord(word: Line, width: number, measure: Measure): Line[] {
  const parts: Line[] = [];
  for (const { text, bold } of word) {
    let rest = [...text];
    while (rest.length > 0) {
      const fits = mostSigns(rest, (start) => measure(start, bold) <= width);
      parts.push([{ text: rest.slice(0, fits).join(""), bold }]);
      rest = rest.slice(fits);
    }
  }
  return parts;
}

function mostSigns(signs: string[], fits: (start: string) => boolean): number {
  let low = 1;
  let high = signs.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(signs.slice(0, middle).join(""))) low = middle;
    else high = middle - 1;
  }
  return low;
}
