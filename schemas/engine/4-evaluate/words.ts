import { besideSymbol } from "../operations/amount-text.ts";
import { formatOf } from "../operations/formats.ts";
import type { BooleanWords, WordFormat, WordNode, Words } from "../types/index.ts";

/** Gives the text of a placeholder by its name; with a format, as answers of its kind are shown. */
export type WordValues = (name: string, format?: WordFormat) => string;

/** Fills the placeholders. What is filled in stays text: it can become no markup. */
export function fillWords(words: Words, values: WordValues): Words {
  return typeof words === "string" ? words : words.map((node) => fillNode(node, values));
}

function fillNode(node: WordNode, values: WordValues): WordNode {
  if (typeof node === "string") return node;
  if ("var" in node) return values(node.var, node.format);
  return { ...node, children: node.children.map((child) => fillNode(child, values)) };
}

/** What a brand says of what is so and what is not, from its common words by key without `common.`. */
export const booleansOf = (words: Record<string, Words>): BooleanWords | undefined => {
  const { "form.yes": yes, "form.no": no } = words;
  return yes === undefined || no === undefined ? undefined : { yes: plainWords(yes), no: plainWords(no) };
};

/** As it was said before brands said it themselves: in revisions that runs of that time go on with. */
const unsaid: BooleanWords = { yes: "Sí", no: "No" };

export const booleanText = (value: boolean, booleans: BooleanWords | undefined): string =>
  (booleans ?? unsaid)[value ? "yes" : "no"];

/**
 * A value as people read it, in a format with its prefix and suffix. What is absent has no text, nor has an object, nor a
 * code that nothing is said for: nobody reads the code itself.
 */
export function shownAs(
  value: unknown,
  format: WordFormat | undefined,
  booleans: BooleanWords | undefined,
): string {
  if (Array.isArray(value)) return value.map((one) => shownAs(one, format, booleans)).join(", ");
  if (typeof value === "boolean") return booleanText(value, booleans);
  if (typeof value !== "string" && typeof value !== "number") return "";
  const text = String(value);
  if (!format || text === "") return text;
  if ("labels" in format) return Object.hasOwn(format.labels, text) ? format.labels[text]! : "";
  const { decimals, prefix, show, suffix } = formatOf(format);
  // What was computed may have more decimals than people are shown; what was typed with more is no number.
  const isFiner = decimals !== undefined && typeof value === "number";
  const shown = [show(isFiner ? `${Number(value.toFixed(decimals))}` : text), suffix]
    .filter(Boolean)
    .join(" ");
  if (!prefix) return shown;
  // An amount. What stands before anything else, as a country's code does, goes to services as it is typed.
  return decimals === undefined ? `${prefix} ${shown}` : besideSymbol(prefix, shown);
}

/** A node of words; an item of a block may have slots of its own that are named as a node's parts are. */
const isNode = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (("tag" in value && "children" in value) ||
    ("var" in value && Object.keys(value).every((key) => key === "var" || key === "format")));

/** Whether what a block holds is words: a text, or one with marks or placeholders. A list of texts is a list of words. */
export const isWords = (value: unknown): value is Words =>
  typeof value === "string" ||
  (Array.isArray(value) &&
    value.some(isNode) &&
    value.every((one) => typeof one === "string" || isNode(one)));

/** The text alone; paragraphs and list items on lines of their own. A placeholder that was not filled shows its name. */
export function plainWords(words: Words): string {
  if (typeof words === "string") return words;
  return words
    .map(plainNode)
    .join("")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function plainNode(node: WordNode): string {
  if (typeof node === "string") return node;
  if ("var" in node) return `{${node.var}}`;
  const text = node.children.map(plainNode).join("");
  switch (node.tag) {
    case "br":
      return "\n";
    case "p":
      return `${text}\n\n`;
    case "li":
      return `- ${text.trim()}\n`;
    case "ul":
    case "ol":
      return `${text}\n`;
    default:
      return text;
  }
}
