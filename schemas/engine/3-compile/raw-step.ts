import type { CompiledField } from "../types/index.ts";
import { askedSchemas } from "./raw-asked.ts";
import { allSchemas, type JsonSchema } from "../4-evaluate/json-schema.ts";
import { tellsApart } from "../4-evaluate/tells-apart.ts";

/**
 * What a raw JSON Schema makes of a step's one field. `names` are the validators' names given so far in the flow, by
 * what they are made from.
 *
 * Whether it is required is the schema's to say: an answer that is absent is judged as an empty object.
 */
export function compileRawStep(
  schema: JsonSchema,
  ui: Record<string, unknown> | undefined,
  names: Map<string, string>,
): Pick<CompiledField, "schema" | "validator" | "required" | "raw"> & Partial<Pick<CompiledField, "label">> {
  const whole = withConstsFilledIn(rootSchema(schema));
  const key = `raw ${JSON.stringify(whole)}`;
  const validator = names.get(key) ?? `raw${names.size}`;
  names.set(key, validator);
  const subschemas = Object.fromEntries(
    [...askedSchemas(whole).keys()].map((hash) => [hash, subschemaName(validator, hash)]),
  );
  const { title } = schema;
  return {
    schema: whole,
    validator,
    required: false,
    raw: { ui: ui ?? {}, subschemas },
    // It keeps its own titles.
    ...(typeof title === "string" && title !== "" ? { label: title } : {}),
  };
}

/** The schema as it is validated and drawn: an object's, and named by nothing but its place. */
export function rootSchema({ $schema: _schema, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return { type: "object", ...schema };
}

/**
 * What can have one value only is filled in: a `default` says so, and refuses nothing. Not what is agreed to by a tick:
 * that is the person's to set.
 */
function withConstsFilledIn(schema: JsonSchema): JsonSchema {
  const copy = JSON.parse(JSON.stringify(schema)) as JsonSchema;
  for (const { at, schema: one } of allSchemas(copy)) {
    if (!("const" in one) || "default" in one) continue;
    if (one["const"] === true && !tellsApart(copy, String(at.at(-1)), one)) continue;
    one["default"] = one["const"];
  }
  return copy;
}

/** Export name of a sub-schema's validator. A hash may be negative. */
export const subschemaName = (validator: string, hash: string): string =>
  `${validator}_${hash.replace("-", "n")}`;
