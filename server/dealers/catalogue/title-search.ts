/** Finds titles of cars by what people type. */
import { createTextSearch, plainText, type TextSearch } from "../../services/embedded/text-search.ts";

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

/** @param titles All that there are when they are first searched: until then nobody pays for it. */
export function createTitleSearch(titles: () => Iterable<string>): TitleSearch {
  let made: TextSearch | undefined;
  const add = (search: TextSearch, title: string): void => {
    if (!search.has(title)) search.add(title, { text: `${title} ${joined(title).join(" ")}` });
  };
  const make = (): TextSearch => {
    const search = createTextSearch({ text: 1 });
    for (const title of titles()) add(search, title);
    return search;
  };
  return {
    add: (title) => {
      if (made) add(made, title);
    },
    find: (text) => new Set((made ??= make()).find(text)),
  };
}
