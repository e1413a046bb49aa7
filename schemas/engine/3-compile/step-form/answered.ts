import type { CompiledField } from "../../types/index.ts";
import type { JsonSchema } from "../../4-evaluate/json-schema.ts";

/** A text with anything but white space. */
export const filledText = "\\S";

/** What an answer is like that is not blank. */
export function answered({ type, schema }: Pick<CompiledField, "type" | "schema">): JsonSchema {
  if (type === "choices" || type === "list") return { type: "array", minItems: 1 };
  if (schema["type"] === "string") return { type: "string", pattern: filledText };
  return { type: schema["type"] ?? "object" };
}

/** What an answer is like that counts as yes; undefined where none is told by its type. */
export function truthy(field: Pick<CompiledField, "type" | "schema">): JsonSchema {
  if (field.type === "boolean") return { const: true };
  if (field.type === "number" || field.type === "money") return { type: "number", not: { const: 0 } };
  return answered(field);
}

/** What an answer is like where one must be given, besides its own limits. */
export function mustBeAnswered(field: CompiledField): JsonSchema {
  const { type, schema } = field;
  // An enum and no const, which form libraries would fill in: a tick is the person's.
  if (type === "boolean") return { enum: [true] };
  if (type === "choices" || type === "list")
    return { minItems: Math.max(1, Number(schema["minItems"] ?? 0)) };
  return schema["type"] === "string" && !refusesBlank(field) ? { pattern: filledText } : {};
}

/** Whether the answer's own limits accept no blank text. */
function refusesBlank({ schema, variants, options, type }: CompiledField): boolean {
  if (type === "date" || type === "time") return true;
  if (options && !("data" in options)) return true;
  const { pattern } = schema;
  return !variants && typeof pattern === "string" && !new RegExp(pattern, "u").test("   ");
}
