/** Finds titles of cars by what people type. */
import { createTextSearch, plainText } from "../../services/embedded/text-search.ts";

export interface TitleSearch {
  /** The titles that have all words of the text, or else most of them. */
  find: (text: string) => Set<string>;
  add: (title: string) => void;
}

/** Words that a dash joins, and names of several words, as people write them together: `hrv`, `santafe`. */
function joined(title: string): string[] {
  const parts = plainText(title).split(/\s+/);
  const dashed = parts.filter((part) => part.includes("-")).map((part) => part.replaceAll("-", ""));
  const pairs = parts.slice(1).map((part, at) => parts[at]! + part);
  return [...dashed, ...pairs].filter((word) => /^[a-z]+$/.test(word));
}

export function createTitleSearch(titles: Iterable<string>): TitleSearch {
  const search = createTextSearch({ text: 1 });
  const add = (title: string): void => {
    if (!search.has(title)) search.add(title, { text: `${title} ${joined(title).join(" ")}` });
  };
  for (const title of titles) add(title);
  return { add, find: (text) => new Set(search.find(text)) };
}
