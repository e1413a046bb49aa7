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

/** The block itself, and its items. */
function holdersOf(block: Definition): { at: At; holder: Definition }[] {
  const items = Array.isArray(block["items"]) ? (block["items"] as unknown[]) : [];
  return [
    { at: [], holder: block },
    ...items.map((item, index) => ({ at: ["items", index], holder: objectOf(item) })),
  ];
}

/** All texts that a block has, in the order in which they are read. Takes blocks with mistakes too. */
export function textsOfBlock(block: Definition): BlockText[] {
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
