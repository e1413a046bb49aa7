import type { Rule } from "./answers.ts";

/**
 * Words after compilation: plain text, or nodes where there is Markdown or a placeholder.
 * Placeholders are nodes of their own, so that what a person typed never becomes markup.
 */
export type Words = string | WordNode[];
export type WordNode =
  | string
  /** With `format`, it is shown as answers of that kind are. */
  | { var: string; format?: WordFormat }
  | { tag: "p" | "strong" | "em" | "ul" | "ol" | "li" | "br"; children: WordNode[] }
  | { tag: "a"; href: string; children: WordNode[] };

/** How it is said that something is so, or not: `common.form.yes` and `common.form.no` of the brand. */
export interface BooleanWords {
  yes: string;
  no: string;
}

/** One thing to choose. */
export interface Option {
  value: string;
  label: Words;
  description?: string;
  /** Name of a drawing, where it is shown as a card. */
  icon?: string;
  /** How many would be found with it. */
  count?: number;
  /** It would find nothing, and is not to be chosen then. */
  disabled?: true;
  /** Address of a picture of it. */
  picture?: string;
  /** A colour as CSS writes it, `#rrggbb`. */
  colour?: string;
  /** Where it is, in degrees. */
  place?: { latitude: number; longitude: number };
}

/** A static option tree; the children of an option are offered under it. */
export interface TreeOption extends Option {
  options?: TreeOption[];
}

/** Where a choice takes its options from. */
export type OptionSource = (
  | { list: Option[] }
  | { tree: string; under?: string }
  /** With `also`, what can be chosen after those of the query, and without them where it gave none or failed. */
  | { data: string; also?: Option[] }
  /** Of the screen's own query: where its rows are, and what becomes of those that would find nothing. */
  | { data: string; rows: string; zero: "shown" | "disabled" | "hidden" }
) & {
  /** Which of them are offered: a rule that reads `option.value`, `option.label` and `option.description` too. */
  where?: Rule;
  /** Which of these can be chosen, by a rule that reads the same; the others are seen. */
  enabledWhere?: Rule;
};

/** What is read for each code: the labels of a kind's own options, by value. */
export interface CodeLabels {
  labels: Record<string, string>;
}

/** How a placeholder is shown. */
export type WordFormat = Format | CodeLabels;

/** How a text is typed, shown and stored: a named format of `operations/formats.ts`. */
export interface Format {
  operation: string;
  with: Record<string, unknown>;
}
