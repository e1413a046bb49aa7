/** Walks a draft-07 JSON Schema: where in it other schemas stand. */

export type JsonSchema = Record<string, unknown>;

const holdsOne = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
] as const;
const holdsList = ["allOf", "anyOf", "items", "oneOf"] as const;
const holdsNamed = ["$defs", "definitions", "dependencies", "patternProperties", "properties"] as const;

/** Keywords by which a schema speaks of the same value as the schemas inside it. */
export const samePlace: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "dependencies",
  "else",
  "if",
  "not",
  "oneOf",
  "then",
]);

export interface SubSchema {
  at: (string | number)[];
  /** An object; `true` and `false` are left out. */
  schema: JsonSchema;
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const namedOf = (value: unknown): [string, unknown][] => (isSchema(value) ? Object.entries(value) : []);

/** The schemas that stand directly in one, and where. */
export function subSchemas(schema: JsonSchema): SubSchema[] {
  const found: [(string | number)[], unknown][] = [
    ...holdsOne.map((key): [string[], unknown] => [[key], schema[key]]),
    ...holdsList.flatMap((key) =>
      listOf(schema[key]).map((one, index): [(string | number)[], unknown] => [[key, index], one]),
    ),
    ...holdsNamed.flatMap((key) =>
      namedOf(schema[key]).map(([name, one]): [string[], unknown] => [[key, name], one]),
    ),
  ];
  return found.flatMap(([at, one]) => (isSchema(one) ? [{ at, schema: one }] : []));
}

/** A schema and all the schemas in it, with their places from its root. */
export function allSchemas(schema: JsonSchema, at: SubSchema["at"] = []): SubSchema[] {
  return [{ at, schema }, ...subSchemas(schema).flatMap((one) => allSchemas(one.schema, [...at, ...one.at]))];
}

/** A copy whose direct sub-schemas are other ones. `true` and `false` stay. */
export function withSubSchemas(schema: JsonSchema, change: (sub: JsonSchema) => JsonSchema): JsonSchema {
  const changed = (value: unknown): unknown => (isSchema(value) ? change(value) : value);
  const copy: JsonSchema = { ...schema };
  for (const key of holdsNamed) {
    const named = copy[key];
    if (!isSchema(named)) continue;
    copy[key] = Object.fromEntries(Object.entries(named).map(([name, one]) => [name, changed(one)]));
  }
  for (const key of holdsList) {
    const list = copy[key];
    if (Array.isArray(list)) copy[key] = list.map(changed);
  }
  for (const key of holdsOne) if (isSchema(copy[key])) copy[key] = changed(copy[key]);
  return copy;
}

/** A copy whose `$ref`s are other ones. What only looks like a reference (a property of that name, an example) stays. */
export function withReferences(schema: JsonSchema, replace: (ref: string) => string): JsonSchema {
  const copy = withSubSchemas(schema, (sub) => withReferences(sub, replace));
  return typeof copy["$ref"] === "string" ? { ...copy, $ref: replace(copy["$ref"]) } : copy;
}

/** As JSON whose keys are in order: two schemas that say the same are the same text. */
export const schemaText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    isSchema(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  );

/** What a local reference (`#`, `#/definitions/x`) points at; undefined where there is nothing. */
export function referredTo(root: JsonSchema, ref: string): unknown {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  let here: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
