import { ADDITIONAL_PROPERTY_FLAG, RJSF_REF_KEY } from "@rjsf/utils/lib/constants.js";
import hashForSchema from "@rjsf/utils/lib/hashForSchema.js";
import { isSchema, referredTo, schemaText, withSubSchemas, type JsonSchema } from "./json-schema.ts";

/**
 * The form under which a sub-schema is compiled and asked for. Rjsf asks with schemas that it has resolved: a reference
 * as deep as it happened to look, and a property for each key of the answer that the schema does not name. Here references
 * inside are references again and such properties are gone, so that there are finitely many.
 */
export function askedSchema(schema: JsonSchema, root: JsonSchema): JsonSchema {
  return withSubSchemas(withoutAnswerKeys(schema), (sub) => collapsed(sub, root));
}

/** Names the form under which a sub-schema is compiled. */
export const askedHash = (schema: JsonSchema, root: JsonSchema): string =>
  hashForSchema(askedSchema(schema, root));

/** Beside a reference stands what it does not say itself. */
function collapsed(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const form = askedSchema(schema, root);
  const ref = (schema as Record<symbol, unknown>)[RJSF_REF_KEY];
  const target = typeof ref === "string" ? referredTo(root, ref) : undefined;
  if (!isSchema(target)) return form;
  const there = askedSchema(target, root);
  const more = Object.entries(form).filter(([key, value]) => schemaText(there[key]) !== schemaText(value));
  return { ...Object.fromEntries(more), $ref: ref };
}

const isOfAnswer = (schema: unknown): boolean => isSchema(schema) && ADDITIONAL_PROPERTY_FLAG in schema;

/** An answer that has such keys has one of those that an option is asked to have: that question falls away too. */
function withoutAnswerKeys(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (!isSchema(properties) || !Object.values(properties).some(isOfAnswer)) return schema;
  const named = Object.fromEntries(Object.entries(properties).filter(([, one]) => !isOfAnswer(one)));
  const asksForAny = (one: unknown): boolean =>
    Array.isArray(one) &&
    one.length === Object.keys(properties).length &&
    one.every((any) => isSchema(any) && Object.keys(any).join() === "required");
  const { anyOf, allOf, properties: _, ...rest } = schema;
  const all = Array.isArray(allOf)
    ? allOf.filter((one: unknown) => !(isSchema(one) && asksForAny(one["anyOf"])))
    : [];
  return {
    ...rest,
    ...(Object.keys(named).length > 0 ? { properties: named } : {}),
    ...(anyOf === undefined || asksForAny(anyOf) ? {} : { anyOf }),
    ...(all.length > 0 ? { allOf: all } : {}),
  };
}
