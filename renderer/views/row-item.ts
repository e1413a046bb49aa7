import { use, useMemo } from "react";
import {
  isOwnPath,
  booleansOf,
  knownAddress,
  knownWords,
  plainWords,
  rowReader,
  type BooleanWords,
  type CompiledBlock,
  type ReadName,
  type Words,
} from "../../schemas/engine/evaluate.ts";
import type { RowItem } from "../page/view-props.ts";
import { BrandWords } from "../page/words.ts";

/** What of each row is shown, as the block says it: words and addresses with the row's columns. */
export interface ItemSlot {
  title: Words;
  text?: Words;
  facts?: { label: Words; text: Words }[];
  link?: { label?: Words; to: string };
  picture?: string;
  /** Origins that pictures may come from beside this site. */
  picturesFrom?: string[];
}

/** What a block says of each row, for a view that shows that. */
export function useRowItems(block: CompiledBlock, value: unknown): RowItem[] | undefined {
  const brand = use(BrandWords);
  return useMemo(() => {
    const item = block["item"] as ItemSlot | undefined;
    if (!item || value === undefined || value === null) return undefined;
    const booleans = booleansOf(brand);
    // What is no list is one thing.
    return [value].flat().map((row: unknown) => itemOf(item, row, booleans));
  }, [block, value, brand]);
}

/** What a block says of one row. */
export function itemOf(item: ItemSlot, row: unknown, booleans: BooleanWords | undefined): RowItem {
  const read = rowReader(row);
  const text = item.text && knownWords(item.text, read, booleans);
  const picture = pictureOf(item, read);
  const link = linkOf(item, read, booleans);
  return {
    title: knownWords(item.title, read, booleans) ?? "",
    ...(text === undefined ? {} : { text }),
    facts: (item.facts ?? []).map(({ label, text: words }) => {
      const known = knownWords(words, read, booleans);
      return { label: plainWords(label), ...(known === undefined ? {} : { text: known }) };
    }),
    ...(link ? { link } : {}),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** The picture of a row, where it comes from this site or from one that the block names: no other one is let in. */
function pictureOf({ picture, picturesFrom = [] }: ItemSlot, read: ReadName): string | undefined {
  const address = picture === undefined ? undefined : knownAddress(picture, read);
  if (address === undefined || isOwnPath(address)) return address;
  return URL.canParse(address) && picturesFrom.includes(new URL(address).origin) ? address : undefined;
}

/** The link of a row, where all that it names is there and it leads somewhere. */
function linkOf({ link }: ItemSlot, read: ReadName, booleans: BooleanWords | undefined): RowItem["link"] {
  const to = link && knownAddress(link.to, read);
  if (to === undefined || !(isOwnPath(to) || to.startsWith("https://"))) return undefined;
  if (link?.label === undefined) return { to };
  const label = knownWords(link.label, read, booleans);
  return label === undefined ? undefined : { label: plainWords(label), to };
}
