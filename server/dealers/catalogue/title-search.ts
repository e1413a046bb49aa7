/** Finds titles by what people type: without accents, in any order, words begun, split or mistyped. */
import MiniSearch from "minisearch";

export interface TitleSearch {
  /** The titles that have all words of the text. */
  find: (text: string) => Set<string>;
  add: (title: string) => void;
}

/** Letters and digits apart, so that `rav 4` is `RAV4`; `4x4` and `1.5` are words. */
const words = /[0-9]+x[0-9]+|[0-9]+(?:\.[0-9]+)?|[a-zñ]+/g;

const plain = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

const split = (text: string): string[] => plain(text).match(words) ?? [];

/** Words that a dash joins, and names of several words, as people write them together: `hrv`, `santafe`. */
function joined(title: string): string[] {
  const parts = plain(title).split(/\s+/);
  const dashed = parts.filter((part) => part.includes("-")).map((part) => part.replaceAll("-", ""));
  const pairs = parts.slice(1).map((part, at) => parts[at]! + part);
  return [...dashed, ...pairs].filter((word) => /^[a-z]+$/.test(word));
}

const isWord = (term: string): boolean => /^[a-zñ]/.test(term);

/** So many letters may be wrong. */
const wrongLetters = (term: string): number => {
  if (!isWord(term) || term.length < 4) return 0;
  return term.length < 7 ? 1 : 2;
};

export function createTitleSearch(titles: Iterable<string>): TitleSearch {
  const index = new MiniSearch<{ id: string; text: string }>({
    fields: ["text"],
    tokenize: split,
    processTerm: (term) => term,
    extractField: (document, field) =>
      field === "id" ? document.id : `${document.text} ${joined(document.text).join(" ")}`,
  });
  const add = (title: string): void => {
    if (!index.has(title)) index.add({ id: title, text: title });
  };
  for (const title of titles) add(title);
  const look = (text: string, fuzzy: (term: string) => number): Set<string> =>
    new Set(
      index
        .search(text, { combineWith: "AND", prefix: (term) => isWord(term) && term.length > 1, fuzzy })
        .map(({ id }) => id as string),
    );
  return {
    add,
    find: (text) => {
      const exact = look(text, () => 0);
      // What is spelled right is never mixed with what only resembles it.
      return exact.size > 0 ? exact : look(text, wrongLetters);
    },
  };
}
