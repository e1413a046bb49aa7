/** The few words that a document says by itself. */
import { fillWords, formatOf, plainWords, type Words } from "../../schemas/engine/serve.ts";
import type { DocumentContent } from "./content.ts";

/** The common words of documents. `page` has the placeholders `page` and `pages`, `continued` has `title`. */
export interface DocumentLabels {
  number: Words;
  date: Words;
  page: Words;
  continued: Words;
  sheet: Words;
}

/** From a brand's common words. A word that is not there shows its key, so that it is seen. */
export function documentLabels(words: Record<string, Words>): DocumentLabels {
  const read = (name: keyof DocumentLabels): Words => words[`document.${name}`] ?? `document.${name}`;
  return {
    number: read("number"),
    date: read("date"),
    page: read("page"),
    continued: read("continued"),
    sheet: read("sheet"),
  };
}

const say = (words: Words, values: Record<string, string> = {}): string =>
  plainWords(fillWords(words, (name) => values[name] ?? ""));

const dates = formatOf({ operation: "date", with: {} });

/** The date, and the number where there is one, as they stand under the title. */
export const particulars = ({
  number,
  day,
  labels,
}: Pick<DocumentContent, "number" | "day" | "labels">): { label: string; value: string }[] => [
  ...(number === undefined ? [] : [{ label: say(labels.number), value: number }]),
  { label: say(labels.date), value: dates.show(day) },
];

/** A heading that stands again on the next page. */
export const continued = ({ labels }: Pick<DocumentContent, "labels">, title: string): string =>
  say(labels.continued, { title });

export const pageOf = ({ labels }: Pick<DocumentContent, "labels">, page: number, pages: number): string =>
  say(labels.page, { page: String(page), pages: String(pages) });

/** Name of a spreadsheet's sheet: at most 31 characters, and some are not taken. */
export const sheetName = ({ labels }: Pick<DocumentContent, "labels">): string =>
  say(labels.sheet)
    .replaceAll(/[[\]:*?/\\]|^'|'$/g, " ")
    .slice(0, 31)
    .trim() || "1";
