import type { Sources } from "../../../schemas/engine/all.ts";
import { edit, type Edit } from "../../../schemas/engine/edit.ts";

/** As much of JSON Schema as the grammars use, and the words of ours that descriptors have. */
export interface Schema {
  $schema?: string;
  $ref?: string;
  $comment?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema | false>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  contentMediaType?: string;
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  definitions?: Record<string, Schema>;
  defaultSnippets?: unknown[];
  /** Types of value whose fields can have the key; all where it is left out. */
  "x-types"?: string[];
  /** Whether kinds can say it too: the field's word counts. */
  "x-kind"?: boolean;
  /** `same`: it goes to the browser as it is written. */
  "x-compiled"?: "same";
}

/** All grammars, by the name of what they are for. */
export type Grammars = Record<string, Schema>;

export const grammarPath = (name: string): string => `schemas/language/${name}.schema.json`;

export const readGrammars = (sources: Sources): Grammars =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([path, text]) => {
      const name = /^schemas\/language\/([^/]+)\.schema\.json$/.exec(path)?.[1];
      return name === undefined ? [] : [[name, JSON.parse(text) as Schema]];
    }),
  );

export function definitionOf(grammars: Grammars, grammar: string, name: string): Schema {
  const definition = grammars[grammar]?.definitions?.[name];
  if (!definition) throw new Error(`${grammarPath(grammar)} does not define "${name}"`);
  return definition;
}

/** The properties that a schema takes; those that it only refuses are left out. */
export const propertiesOf = ({ properties = {} }: Schema): [string, Schema][] =>
  Object.entries(properties).flatMap(([key, one]) => (one === false ? [] : [[key, one]]));

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((here, key) => (here as Record<string, unknown> | undefined)?.[key], value);

/** A grammar with what its edits change; nothing where it says that already. */
export function changedGrammar(sources: Sources, name: string, edits: Edit[]): Sources {
  const path = grammarPath(name);
  const text = sources[path]!;
  const before: unknown = JSON.parse(text);
  const needed = edits.filter((one) => JSON.stringify(at(before, one.at)) !== JSON.stringify(one.value));
  return needed.length === 0 ? {} : { [path]: edit(text, needed) };
}
