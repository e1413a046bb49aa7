import type { BooleanWords, WordFormat, WordNode, Words } from "../types/index.ts";
import { valueAt } from "./rules.ts";
import { shownAs } from "./words.ts";

const placeholder = /\{([A-Za-z][A-Za-z0-9_.]*)\}/g;

/** Gives the value that a placeholder names; undefined for a name that is filled elsewhere, null where there is none. */
export type ReadName = (name: string) => unknown;

/**
 * Words with what their placeholders name. Undefined where one of those values is not there: half a sentence is said to
 * nobody.
 */
export function knownWords(
  words: Words,
  read: ReadName,
  booleans: BooleanWords | undefined,
): Words | undefined {
  let isWhole = true;
  const shown = (name: string, format?: WordFormat): string | undefined => {
    const value = read(name);
    if (value === undefined) return undefined;
    const text = shownAs(value, format, booleans);
    if (text === "") isWhole = false;
    return text;
  };
  const fillNode = (node: WordNode): WordNode => {
    if (typeof node === "string") return node;
    if ("var" in node) return shown(node.var, node.format) ?? node;
    return { ...node, children: node.children.map(fillNode) };
  };
  const filled =
    typeof words === "string"
      ? words.replace(placeholder, (whole, name: string) => shown(name) ?? whole)
      : words.map(fillNode);
  return isWhole ? filled : undefined;
}

/** An address with columns of a row: each is one part of it, but one that stands alone, which is all of it. */
export function knownAddress(address: string, read: ReadName): string | undefined {
  let isWhole = true;
  const filled = address.replace(placeholder, (whole, name: string) => {
    const text = shownAs(read(name), undefined, undefined);
    if (text === "") isWhole = false;
    return whole === address ? text : encodeURIComponent(text);
  });
  return isWhole ? filled : undefined;
}

/** Reads the columns of a row, `row.<column>`. */
export const rowReader =
  (row: unknown): ReadName =>
  (name) =>
    name.startsWith("row.") ? valueAt(row, name.slice("row.".length)) : undefined;
