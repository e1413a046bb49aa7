/** Finds texts by what people type: without accents, in any order, words begun, split or mistyped; the nearest first. */
import MiniSearch, { type SearchOptions } from "minisearch";

export interface TextSearch {
  /** The ids of what has all words of the text, or else most of them: in these fields, or in any. */
  find: (text: string, fields?: string[]) => string[];
  add: (id: string, fields: Record<string, string>) => void;
  has: (id: string) => boolean;
}

/** Letters and digits apart, so that `rav 4` is `RAV4`; `4x4` and `1.5` are words. */
const words = /[0-9]+(?:x[0-9]+|\.[0-9]+)?|[a-z]+/g;

export const plainText = (text: string): string =>
  text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

const split = (text: string): string[] => plainText(text).match(words) ?? [];

const isWord = (term: string): boolean => /^[a-z]/.test(term);

/** So many letters may be wrong. */
const wrongLetters = (term: string): number => {
  if (!isWord(term) || term.length < 4) return 0;
  return term.length < 7 ? 1 : 2;
};

/** What stands in any sentence, and says nothing of what somebody looks for. */
const everywhere = new Set(
  "a al como con cual cuando de del donde el en es esta este esto hay la las lo los mi mis no o para por que se si su sus tu tus un una y".split(
    " ",
  ),
);

/** The words of a text that say what somebody looks for. */
function soughtWords(text: string): string[] {
  const all = [...new Set(split(text))];
  const telling = all.filter((word) => !everywhere.has(word));
  return telling.length > 0 ? telling : all;
}

/** The singular, as far as that shows: `sucursales` is found by `sucursal`, and the other way about. */
const singular = (term: string): string =>
  isWord(term) && term.length > 4 ? term.replace(/(?<=[dlnrz])es$|s$/, "") : term;

/** @param weights How much a word counts, by the field that it stands in. */
export function createTextSearch(weights: Record<string, number>): TextSearch {
  const index = new MiniSearch<Record<string, string>>({
    fields: Object.keys(weights),
    tokenize: split,
    processTerm: (term) => [...new Set([term, singular(term)])],
    searchOptions: { boost: weights, processTerm: singular },
  });
  const look = (text: string, how: SearchOptions) => index.search(text, { combineWith: "AND", ...how });
  const whole: SearchOptions = { prefix: false, fuzzy: false };
  const begun: SearchOptions = { ...whole, prefix: (term) => isWord(term) && term.length > 1 };

  /** What has most of the words, of those that are there at all; never what has less than half of them. */
  function nearest(sought: string[], within: SearchOptions): { id: unknown }[] {
    const how = { ...whole, ...within };
    const known = sought.filter((word) => look(word, how).length > 0);
    if (known.length === 0) return [];
    const found = look(known.join(" "), { ...how, combineWith: "OR" });
    const most = Math.max(...found.map(({ queryTerms }) => queryTerms.length));
    return most * 2 < sought.length ? [] : found.filter(({ queryTerms }) => queryTerms.length === most);
  }

  return {
    add: (id, fields) => index.add({ ...fields, id }),
    has: (id) => index.has(id),
    find: (text, fields) => {
      const within = fields === undefined ? {} : { fields };
      const sought = soughtWords(text);
      const joined = sought.join(" ");
      // What is spelled right is never mixed with what only resembles it.
      for (const how of [begun, { ...begun, fuzzy: wrongLetters }]) {
        const found = look(joined, { ...how, ...within });
        if (found.length > 0) return found.map(({ id }) => String(id));
      }
      return nearest(sought, within).map(({ id }) => String(id));
    },
  };
}
