/** A block of each name that the grammar of screens takes, with a text of its own in each slot of words. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Schema {
  $comment?: string;
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  type?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  then?: Schema;
}

const file = join(import.meta.dirname, "../../schemas/language/screen.schema.json");
const { definitions } = JSON.parse(readFileSync(file, "utf8")) as { definitions: Record<string, Schema> };

export const blockNames: readonly string[] = Object.keys(definitions).flatMap((name) =>
  name.endsWith("Block") ? name.slice(0, -"Block".length) : [],
);

function sample(schema: Schema, texts: string[]): unknown {
  const named = /^#\/definitions\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  if (named !== undefined) return sample(definitions[named]!, texts);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.$comment === "empty-wording") {
    texts.push(`text ${texts.length}.`);
    return texts.at(-1);
  }
  if (schema.then) return sample(schema.then, texts);
  if (schema.items) return [sample(schema.items, texts)];
  if (schema.type === "string") return schema.pattern?.startsWith("^(/") ? "/" : "name";
  const { properties } = schema;
  if (!properties) return undefined;
  return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, sample(one, texts)]));
}

/** The block, and the texts that it has. */
export function blockSample(name: string): {
  block: Record<string, unknown> & { block: string };
  texts: string[];
} {
  const texts: string[] = [];
  const { onlyFor: _, ...block } = sample(definitions[`${name}Block`]!, texts) as Record<string, unknown>;
  return { block: { ...block, block: name }, texts };
}
