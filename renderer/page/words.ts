import { createContext, use } from "react";
import { fillWords, plainWords, type Words } from "../../schemas/engine/evaluate.ts";

export const BrandWords = createContext<Record<string, Words>>({});

export interface WordsReader {
  words(key: string): Words;
  /** Plain text. A placeholder that nobody fills shows its name. */
  text(key: string): string;
  fill(key: string, values: Record<string, string>): string;
}

/** Reads common words by their key without `common.`. An unknown key shows itself, so that it is seen. */
export function wordsReader(brand: Record<string, Words>): WordsReader {
  const words = (key: string): Words => brand[key] ?? key;
  return {
    words,
    text: (key) => plainWords(words(key)),
    fill: (key, values) => plainWords(fillWords(words(key), (name) => values[name] ?? "")),
  };
}

/** Words with these values in them; other placeholders show their names. A text alone may have placeholders too. */
export const filledText = (written: Words, values: Record<string, string>): string =>
  typeof written === "string"
    ? written.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    : plainWords(fillWords(written, (name) => values[name] ?? `{${name}}`));

/** One for all that is drawn with a brand's words: each field of a form reads some. */
const readers = new WeakMap<Record<string, Words>, WordsReader>();

export function useWords(): WordsReader {
  const brand = use(BrandWords);
  const reader = readers.get(brand) ?? wordsReader(brand);
  readers.set(brand, reader);
  return reader;
}
