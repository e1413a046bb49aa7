/** The examples of all blocks: that there are some of each, that they are blocks of a screen, and that the server draws them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { checkSources } from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { withBlockScreens } from "../../server/gallery/block-screens.ts";
import { blockFiles, blocksHome } from "../../server/gallery/blocks.ts";
import { blockNames } from "../support/block-samples.ts";
import { root } from "../support/definitions.ts";

const files = await blockFiles();
const sources = await loadSources(root);
const schema = JSON.parse(
  readFileSync(join(root, "renderer/blocks/descriptors/block.schema.json"), "utf8"),
) as object;

test("every block has examples, and there are none of others", () => {
  expect(files.map(({ block }) => block).toSorted()).toEqual([...blockNames].toSorted());
});

test("they are written as their schema says", () => {
  const isValid = new Ajv({ allErrors: true, strict: false }).compile(schema);
  for (const file of files)
    expect([file.block, isValid(file) ? [] : isValid.errors]).toEqual([file.block, []]);
  expect(isValid({ ...files[0], examples: [{ describe: "x", slots: {} }] })).toBe(false);
});

test("each is a block that the check takes in a screen", () => {
  const written = withBlockScreens(sources, "SI", files);
  // Its addresses are none that a site can have.
  const ours = Object.entries(written).map(([path, text]) => [path, text.replaceAll(blocksHome, "/bloques")]);
  const found = checkSources(Object.fromEntries(ours) as typeof sources).filter(({ file }) =>
    file.includes("gallery-bloques"),
  );
  expect(found.map(({ file, message, fix }) => [file, message, fix])).toEqual([]);
});
