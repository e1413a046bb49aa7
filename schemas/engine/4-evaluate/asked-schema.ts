import { isSchema, referredTo, schemaText, withSubSchemas, type JsonSchema } from "./json-schema.ts";

/**
 * The form under which a sub-schema is compiled and asked for. Rjsf asks with schemas that it has resolved: a reference
 * as deep as it happened to look, and a property for each key of the answer that the schema does not name. Here references
 * inside are references again and such properties are gone, so that there are finitely many.
 */
export function askedSchema(schema: JsonSchema, root: JsonSchema, marks: SchemaMarks): JsonSchema {
  return withSubSchemas(withoutAnswerKeys(schema, marks), (sub) => collapsed(sub, root, marks));
}

/** What rjsf marks schemas with. Who asks hands them over: pages without a form do without rjsf. */
export interface SchemaMarks {
  /** The reference that a schema was put in for. */
  reference: PropertyKey;
  /** That a property is one of the answer's keys. */
  ofAnswer: PropertyKey;
}

/** Beside a reference stands what it does not say itself. */
function collapsed(schema: JsonSchema, root: JsonSchema, marks: SchemaMarks): JsonSchema {
  const form = askedSchema(schema, root, marks);
  const ref = (schema as Record<PropertyKey, unknown>)[marks.reference];
  const target = typeof ref === "string" ? referredTo(root, ref) : undefined;
  if (!isSchema(target)) return form;
  const there = askedSchema(target, root, marks);
  const more = Object.entries(form).filter(([key, value]) => schemaText(there[key]) !== schemaText(value));
  return { ...Object.fromEntries(more), $ref: ref };
}

/** An answer that has such keys has one of those that an option is asked to have: that question falls away too. */
function withoutAnswerKeys(schema: JsonSchema, { ofAnswer }: SchemaMarks): JsonSchema {
  const isOfAnswer = (one: unknown): boolean => isSchema(one) && ofAnswer in one;
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
