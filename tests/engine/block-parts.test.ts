/** Whatever the grammar of a block takes as words is checked, filled and drawn: none may be missing where they are listed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textsOfBlock } from "../../schemas/engine/1-read/block-parts.ts";

interface Schema {
  $comment?: string;
  $ref?: string;
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  then?: Schema;
}

const file = join(import.meta.dirname, "../../schemas/language/screen.schema.json");
const { definitions } = JSON.parse(readFileSync(file, "utf8")) as { definitions: Record<string, Schema> };
const blocks = Object.keys(definitions).filter((name) => name.endsWith("Block"));

/** Something that the schema takes, with a text of its own in each slot of words. */
function sample(schema: Schema, texts: string[]): unknown {
  const named = /^#\/definitions\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  if (named !== undefined) return sample(definitions[named]!, texts);
  if (schema.const !== undefined) return schema.const;
  if (schema.$comment === "empty-wording") {
    texts.push(`text ${texts.length}`);
    return texts.at(-1);
  }
  if (schema.then) return sample(schema.then, texts);
  if (schema.items) return [sample(schema.items, texts)];
  const { properties } = schema;
  if (!properties) return undefined;
  return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, sample(one, texts)]));
}

test.each(blocks)("every slot of words of a %s is known to whoever checks and compiles", (name) => {
  const texts: string[] = [];
  const block = sample(definitions[name]!, texts) as Record<string, unknown>;
  const known = textsOfBlock(block).map(({ text }) => text);
  expect(new Set(known)).toEqual(new Set(texts));
});

test("there are blocks with words, so that this can fail", () => {
  expect(blocks.length).toBeGreaterThan(5);
  const texts: string[] = [];
  sample(definitions["questionsBlock"]!, texts);
  expect(texts.length).toBeGreaterThan(4);
});
