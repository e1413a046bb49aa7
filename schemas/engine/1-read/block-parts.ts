/** The texts and links of a block of a screen, wherever they stand in it: for whoever checks and whoever compiles. */

import { blockLinks, blockTexts } from "../language/blocks.ts";

type Definition = Record<string, unknown>;
type At = (string | number)[];

/** Where a block has a text, `*` for each element of a list. */
interface TextSlot {
  at: readonly string[];
  /** Whether it is Markdown; a line of plain text else. */
  markdown: boolean;
}

export interface BlockText {
  /** Where it stands in the block. */
  at: At;
  text: unknown;
  /** Whether it is Markdown; a line of plain text else. */
  markdown: boolean;
}

const objectOf = (value: unknown): Definition =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Definition) : {};

/** An object that stands in a block, and where. */
export interface Holder {
  at: At;
  holder: Definition;
}

/** The items of a block or of an item, in the order in which they are read, each before its own. */
export function itemsOf(holder: Definition, at: At = []): Holder[] {
  const items = Array.isArray(holder["items"]) ? (holder["items"] as unknown[]) : [];
  return items.flatMap((item, index) => {
    const one = { at: [...at, "items", index], holder: objectOf(item) };
    return [one, ...itemsOf(one.holder, one.at)];
  });
}

/** The list of content, `<type>.<list>`, whose rows are the items of a block, if they are. */
export function contentOfBlock(block: Definition): string | undefined {
  const path = objectOf(block["items"])["content"];
  return typeof path === "string" ? path : undefined;
}

/**
 * The slot of an item that a field of a row of content fills, as a path: a field has the name of its slot, those of a link
 * are `label` and `to`.
 */
export const slotOfField = (name: string): string[] =>
  name === "label" || name === "to" ? ["action", name] : [name];

/** What a table has for a block of this name: nothing for one that there is not. */
const partOf = <Part>(
  table: Readonly<Record<string, readonly Part[]>>,
  { block }: Definition,
): readonly Part[] => (typeof block === "string" && Object.hasOwn(table, block) ? table[block]! : []);

/** What stands at a slot of a block: once, or in each element of a list. */
function valuesAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  at: At = [],
): { at: At; value: unknown }[] {
  if (key === undefined) return value === undefined ? [] : [{ at, value }];
  if (key !== "*") return valuesAt(objectOf(value)[key], rest, [...at, key]);
  const elements = Array.isArray(value) ? (value as unknown[]) : [];
  return elements.flatMap((one, index) => valuesAt(one, rest, [...at, index]));
}

/** All texts that a block has, in the order in which they are read. Takes blocks with mistakes too. */
export const textsOfBlock = (block: Definition): BlockText[] =>
  partOf<TextSlot>(blockTexts, block).flatMap(({ at, markdown }) =>
    valuesAt(block, at).map((found) => ({ at: found.at, text: found.value, markdown })),
  );

/** All addresses that a block leads to. */
export const linksOfBlock = (block: Definition): { at: At; to: unknown }[] =>
  partOf<readonly string[]>(blockLinks, block).flatMap((slot) =>
    valuesAt(block, slot).map(({ at, value }) => ({ at: [...at, "to"], to: objectOf(value)["to"] })),
  );
