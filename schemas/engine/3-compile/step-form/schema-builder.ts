import { isSchema, type JsonSchema } from "../../4-evaluate/json-schema.ts";
import type { Condition } from "./conditions.ts";

type Keys = readonly string[];

/** A schema that is put together: what holds always, and what holds under conditions. */
export interface SchemaBuilder {
  /** Adds to what stands at a place while a condition holds. */
  put(condition: Condition, keys: Keys, schema: JsonSchema): void;
  /** Asks that there is something at a place, and at those above it. */
  require(condition: Condition, keys: Keys): void;
  schema(): JsonSchema;
}

export function schemaBuilder(): SchemaBuilder {
  const always: JsonSchema = {};
  const conditional = new Map<string, { if: JsonSchema; then: JsonSchema }>();

  const partOf = (condition: Condition): JsonSchema | undefined => {
    if (typeof condition === "boolean") return condition ? always : undefined;
    const text = JSON.stringify(condition);
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    const part = conditional.get(text) ?? { if: condition, then: {} };
    conditional.set(text, part);
    return part.then;
  };

  return {
    put(condition, keys, schema) {
      const part = partOf(condition);
      if (part && Object.keys(schema).length > 0) add(placeIn(part, keys), schema);
    },
    require(condition, keys) {
      const part = partOf(condition);
      if (!part) return;
      for (const [depth, key] of keys.entries())
        add(placeIn(part, keys.slice(0, depth)), { required: [key] });
    },
    schema: () => (conditional.size === 0 ? always : { ...always, allOf: [...conditional.values()] }),
  };
}

/** The schema at a place in another one; made where it is not there. */
function placeIn(schema: JsonSchema, keys: Keys): JsonSchema {
  let here = schema;
  for (const key of keys) {
    const properties = isSchema(here["properties"]) ? here["properties"] : {};
    here["properties"] = properties;
    const inner = isSchema(properties[key]) ? properties[key] : {};
    properties[key] = inner;
    here = inner;
  }
  return here;
}

/** What is said there already stays: a keyword that says something else too stands beside it, in `allOf`. */
function add(to: JsonSchema, more: JsonSchema): void {
  const beside: JsonSchema = {};
  for (const [key, value] of Object.entries(more)) {
    if (key === "required")
      to[key] = [...new Set([...((to[key] ?? []) as string[]), ...(value as string[])])];
    else if (!(key in to)) to[key] = value;
    else if (JSON.stringify(to[key]) !== JSON.stringify(value)) beside[key] = value;
  }
  if (Object.keys(beside).length > 0) to["allOf"] = [...((to["allOf"] ?? []) as JsonSchema[]), beside];
}
