import { createContext, use, useMemo } from "react";
import { fillWords, plainWords, type Words } from "../../schemas/engine/evaluate.ts";

/**
 * Words of the interface itself that a brand's revision may not have: names of buttons and regions that belong to no
 * definition. A common word of the same key wins.
 */
const interfaceWords: Record<string, Words> = {
  home: "Ir al inicio",
  print: "Imprimir",
  "navigation.main": "Principal",
  "navigation.breadcrumbs": "Estás en",
  "navigation.loading": "Cargando la página…",
  count: [{ var: "count" }, " de ", { var: "limit" }],
};

export const BrandWords = createContext<Record<string, Words>>({});

export interface WordsReader {
  words(key: string): Words;
  /** Plain text. A placeholder that nobody fills shows its name. */
  text(key: string): string;
  fill(key: string, values: Record<string, string>): string;
}

/** Reads common words by their key without `common.`. An unknown key shows itself, so that it is seen. */
export function wordsReader(brand: Record<string, Words>): WordsReader {
  const words = (key: string): Words => brand[key] ?? interfaceWords[key] ?? key;
  return {
    words,
    text: (key) => plainWords(words(key)),
    fill: (key, values) => plainWords(fillWords(words(key), (name) => values[name] ?? "")),
  };
}

export function useWords(): WordsReader {
  const brand = use(BrandWords);
  return useMemo(() => wordsReader(brand), [brand]);
}
