/** What the grammar of screens says of all blocks, and where each of them has texts and links. */
import type { Edit } from "../../../schemas/engine/edit.ts";
import { definitionOf, propertiesOf, type Grammars, type Schema } from "./grammars.ts";

/** The blocks by name: the definitions of `screen.schema.json` that end in `Block`. */
export const blocksOf = (grammars: Grammars): [string, Schema][] =>
  Object.entries(grammars["screen"]!.definitions!).flatMap(([key, definition]) =>
    key.endsWith("Block") ? [[key.slice(0, -"Block".length), definition]] : [],
  );

/** Which blocks there are, what each of them is, and what editors offer for one. */
export function blockEdits(grammars: Grammars): Edit[] {
  const blocks = blocksOf(grammars);
  const { description } = definitionOf(grammars, "screen", "block");
  const names = blocks.map(([name]) => name);
  const name = { type: "string", description: "El nombre del bloque.", enum: names };
  const value = {
    type: "object",
    description,
    required: ["block"],
    properties: { block: name },
    allOf: names.map((one) => ({
      if: { required: ["block"], properties: { block: { const: one } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { $ref: `#/definitions/${one}Block` },
    })),
    defaultSnippets: blocks.flatMap(([, one]) => one.defaultSnippets ?? []),
  };
  return [{ at: ["definitions", "block"], value }];
}

/** A slot of a block: keys from the block on, `*` for each element of a list. */
export interface Slot {
  at: string[];
  schema: Schema;
}

/** All slots of a block that hold something themselves, in the order of the grammar. */
export function slotsOf(grammars: Grammars, schema: Schema, at: string[] = []): Slot[] {
  const named = /^#\/definitions\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  const own = named === "action" ? [{ at, schema }] : [];
  if (named !== undefined) return [...own, ...slotsOf(grammars, definitionOf(grammars, "screen", named), at)];
  if (schema.items) return slotsOf(grammars, schema.items, [...at, "*"]);
  if (schema.properties) {
    return propertiesOf(schema).flatMap(([key, one]) => slotsOf(grammars, one, [...at, key]));
  }
  const parts = [schema.then, schema.else].flatMap((one) => one ?? []);
  return parts.length > 0 ? parts.flatMap((one) => slotsOf(grammars, one, at)) : [{ at, schema }];
}
