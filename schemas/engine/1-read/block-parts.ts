/** The texts and links of a block of a screen, wherever they stand in it: for whoever checks and whoever compiles. */

type Definition = Record<string, unknown>;
type At = (string | number)[];

/** Slots whose words are Markdown. */
const wordSlots = ["title", "body", "retry", "back", "leaving"];

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

/** The block itself, and its items. */
const holdersOf = (block: Definition): Holder[] => [{ at: [], holder: block }, ...itemsOf(block)];

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

/** What a view says around its results. */
const saidSlots = ["empty", "idle", "loading", "failed", "one", "many"];

/** The texts of a block that shows what a query gave: what it says, and what it shows of each row. */
function textsOfView(block: Definition): BlockText[] {
  const says = objectOf(block["says"]);
  const item = objectOf(block["item"]);
  const facts = Array.isArray(item["facts"]) ? (item["facts"] as unknown[]) : [];
  const line = (at: At, text: unknown): BlockText => ({ at, text, markdown: false });
  return [
    ...saidSlots.map((slot) => line(["says", slot], says[slot])),
    { at: ["item", "title"], text: item["title"], markdown: true },
    { at: ["item", "text"], text: item["text"], markdown: true },
    ...facts.flatMap((fact, index) => [
      line(["item", "facts", index, "label"], objectOf(fact)["label"]),
      { at: ["item", "facts", index, "text"], text: objectOf(fact)["text"], markdown: true },
    ]),
    { at: ["item", "link", "label"], text: objectOf(item["link"])["label"], markdown: true },
  ].filter(({ text }) => text !== undefined);
}

/** All texts that a block has, in the order in which they are read. Takes blocks with mistakes too. */
export function textsOfBlock(block: Definition): BlockText[] {
  return [...textsOfHolders(block), ...(block["block"] === "view" ? textsOfView(block) : [])];
}

function textsOfHolders(block: Definition): BlockText[] {
  return holdersOf(block).flatMap(({ at, holder }) => {
    const words = wordSlots.map((slot) => ({ at: [...at, slot], text: holder[slot], markdown: true }));
    const label = objectOf(holder["action"])["label"];
    return [...words, { at: [...at, "action", "label"], text: label, markdown: false }].filter(
      ({ text }) => text !== undefined,
    );
  });
}

/** All addresses that a block leads to. */
export const linksOfBlock = (block: Definition): { at: At; to: unknown }[] =>
  holdersOf(block).flatMap(({ at, holder }) =>
    "action" in holder ? [{ at: [...at, "action", "to"], to: objectOf(holder["action"])["to"] }] : [],
  );
