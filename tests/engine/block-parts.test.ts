/** Whatever the grammar of a block takes as words is checked, filled and drawn: the engine finds it where it stands. */
import { expect, test } from "vitest";
import { linksOfBlock, textsOfBlock } from "../../schemas/engine/1-read/block-parts.ts";
import type { WrittenScreenBlock, WrittenScreenCardsBlock } from "../../schemas/engine/types/index.ts";
import { blockNames, blockSample } from "../support/block-samples.ts";

test.each(blockNames)("every slot of words of a %s is known to whoever checks and compiles", (name) => {
  const { block, texts } = blockSample(name);
  const known = textsOfBlock(block as unknown as WrittenScreenBlock).map(({ text }) => text);
  expect(new Set(known)).toEqual(new Set(texts));
});

test("there are blocks with words, so that this can fail", () => {
  expect(blockNames.length).toBeGreaterThan(5);
  expect(blockSample("questions").texts.length).toBeGreaterThan(4);
});

test("links are found wherever they stand, with their place", () => {
  const block: WrittenScreenCardsBlock = {
    block: "cards",
    title: "C",
    items: [
      { title: "A", action: { label: "Ir", to: "/a" } },
      { title: "B", action: { label: "Ir", to: "/b" } },
    ],
  };
  expect(linksOfBlock(block)).toEqual([
    { at: ["items", 0, "action", "to"], to: "/a" },
    { at: ["items", 1, "action", "to"], to: "/b" },
  ]);
  expect(textsOfBlock(block).map(({ at, markdown }) => [at.join("."), markdown])).toEqual([
    ["title", true],
    ["items.0.title", true],
    ["items.1.title", true],
    ["items.0.action.label", false],
    ["items.1.action.label", false],
  ]);
});

test("a block that is of no sort has no texts", () => {
  expect(textsOfBlock({ title: "A" })).toEqual([]);
});
