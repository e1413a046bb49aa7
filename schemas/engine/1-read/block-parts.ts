/** The texts and links of a block of a screen, wherever they stand in it: for whoever checks and whoever compiles. */

import { blockLinks, blockTexts } from "../language/blocks.ts";
import type {
  AcceptedPart,
  WrittenScreenAction,
  WrittenScreenBlock,
  WrittenScreenFromContent,
  WrittenScreenViewAction,
} from "../types/index.ts";

type Block = AcceptedPart<WrittenScreenBlock>;

/** An item of a block, or an item of one of those. */
export type BlockItem = Extract<Block["items"], readonly unknown[]>[number];

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
  text: string;
  /** Whether it is Markdown; a line of plain text else. */
  markdown: boolean;
}

/** An item that stands in a block, and where. */
export interface Holder {
  at: At;
  holder: BlockItem;
}

/** The items of a block or of an item, in the order in which they are read, each before its own. */
export function itemsOf({ items }: Pick<Block, "items">, at: At = []): Holder[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((holder, index) => {
    const here = [...at, "items", index];
    return [{ at: here, holder }, ...itemsOf(holder, here)];
  });
}

/** The list of content, `<type>.<list>`, whose rows are the items of a block, if they are. */
export const contentOfBlock = ({ items }: Block): string | undefined =>
  Array.isArray(items) ? undefined : items?.content;

/** The entries of a type of content that are the items of a block, if they are. */
export const entriesOfBlock = ({ items }: Block): AcceptedPart<WrittenScreenFromContent> | undefined =>
  Array.isArray(items) || items?.entries === undefined ? undefined : items;

/**
 * The slot of an item that a field of a row of content fills, as a path: a field has the name of its slot, those of a link
 * are `label` and `to`.
 */
export const slotOfField = (name: string): string[] =>
  name === "label" || name === "to" ? ["action", name] : [name];

/** What a table has for a block of this name: nothing for one that there is not. */
const partOf = <Part>(
  table: Readonly<Record<string, readonly Part[]>>,
  { block }: Pick<Block, "block">,
): readonly Part[] => (block !== undefined && table[block]) || [];

/** What stands at a slot of a block: once, or in each element of a list. */
function valuesAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  at: At = [],
): { at: At; value: unknown }[] {
  if (key === undefined) return value === undefined ? [] : [{ at, value }];
  if (key !== "*") return valuesAt((value as Record<string, unknown> | undefined)?.[key], rest, [...at, key]);
  const elements = Array.isArray(value) ? (value as unknown[]) : [];
  return elements.flatMap((one, index) => valuesAt(one, rest, [...at, index]));
}

/** All texts that a block has, in the order in which they are read. */
export const textsOfBlock = (block: Block): BlockText[] =>
  partOf<TextSlot>(blockTexts, block).flatMap(({ at, markdown }) =>
    valuesAt(block, at).map((found) => ({ at: found.at, text: found.value as string, markdown })),
  );

/** All addresses that a block leads to. */
export const linksOfBlock = (block: Block): { at: At; to: string | undefined }[] =>
  partOf<readonly string[]>(blockLinks, block).flatMap((slot) =>
    valuesAt(block, slot).map(({ at, value }) => ({ at: [...at, "to"], to: (value as { to?: string }).to })),
  );

/** A link of a block or of one of its items, and where it stands: one that may be shown at times alone. */
export interface BlockLink {
  at: At;
  holder: AcceptedPart<WrittenScreenAction & WrittenScreenViewAction>;
}

/** All links of a block: its own, those of its items, and those that a view places. */
export const actionsOf = (block: Block): BlockLink[] =>
  [{ at: [], holder: block }, ...itemsOf(block)].flatMap(({ at, holder }) => [
    ...(holder.action === undefined ? [] : [{ at: [...at, "action"], holder: holder.action }]),
    ...(("actions" in holder ? holder.actions : undefined) ?? []).map((one, index) => ({
      at: [...at, "actions", index],
      holder: one,
    })),
  ]);
