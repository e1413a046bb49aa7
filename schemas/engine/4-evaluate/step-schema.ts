import type { CompiledField, CompiledFlow, CompiledStep, Option, Words } from "../types/index.ts";
import type { JsonSchema } from "./json-schema.ts";
import { plainWords } from "./words.ts";

/** A step as a JSON Schema, draft-07. Type, not interface, so that it is any JSON Schema's too. */
export type ObjectSchema = {
  type: "object";
  title?: string;
  description?: string;
  properties: Record<string, JsonSchema>;
  required?: string[];
};

type Flow = Pick<CompiledFlow, "fields" | "trees">;

/**
 * The JSON Schema of a step's answers: an object of its sections, each of fields, of groups as objects, and of lists as
 * arrays of rows. It says all that holds whatever is answered; what a rule decides is not in it.
 */
export function stepSchema(flow: Flow, step: CompiledStep): ObjectSchema {
  const properties: ObjectSchema["properties"] = {};
  for (const { id, title, body, fields } of step.sections) {
    properties[id] = { ...said(title, body), ...holderSchema(flow, fields) };
  }
  return { ...said(step.title, step.body), type: "object", properties, required: Object.keys(properties) };
}

/** The fields of a section, of a group or of a row. */
function holderSchema(flow: Flow, paths: readonly string[]): ObjectSchema {
  const properties: ObjectSchema["properties"] = {};
  const required: string[] = [];
  for (const path of paths) {
    const field = fieldOf(flow, path);
    properties[field.id] = fieldSchema(flow, field);
    if (isAlwaysRequired(field)) required.push(field.id);
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

export function fieldOf({ fields }: Pick<CompiledFlow, "fields">, path: string): CompiledField {
  const field = fields[path];
  if (!field) throw new Error(`the flow does not have the field "${path}" that it names`);
  return field;
}

/** A group is there with whatever is in it; what nobody types is never missing. */
const isAlwaysRequired = ({ required, visibleWhen, enabledWhen, computed, type }: CompiledField): boolean =>
  visibleWhen === undefined &&
  enabledWhen === undefined &&
  computed === undefined &&
  (required === true || type === "group");

function fieldSchema(flow: Flow, field: CompiledField): JsonSchema {
  const named = answerSchema(flow, field);
  if (field.type === "group") return { ...named, ...holderSchema(flow, field.fields ?? []) };
  if (field.type === "list") return { ...named, items: holderSchema(flow, field.fields ?? []) };
  return named;
}

/** The JSON Schema of one answer, named and described, without the fields that it holds. */
export function answerSchema(flow: Flow, field: CompiledField): JsonSchema {
  return {
    ...said(field.label, field.hint ?? field.text),
    ...limitsOf(field),
    ...offeredSchema(flow, field),
  };
}

const said = (title: Words | undefined, description: Words | undefined): JsonSchema => ({
  ...(title === undefined || title === "" ? {} : { title: plainWords(title) }),
  ...(description === undefined ? {} : { description: plainWords(description) }),
});

/** The limits of an answer, where no variant has others. */
export function limitsOf({ type, schema, variants, computed }: CompiledField): JsonSchema {
  if (type === "display") return { type: "null" };
  if (type === "group") return { type: "object" };
  if (type === "json") return { type: "object" };
  // The answer of a list is its rows, which are objects here.
  if (type === "list") return { type: "array", maxItems: schema["maxItems"] };
  if (computed !== undefined) return { type: schema["type"], readOnly: true };
  if (variants) return { type: schema["type"] };
  return type === "date" ? { ...schema, format: "date" } : schema;
}

/** What can be chosen, where no answer and no call decides it. */
function offeredSchema({ trees }: Flow, { options, type }: CompiledField): JsonSchema {
  if (!options || "data" in options || ("tree" in options && options.under !== undefined)) return {};
  return offering(type, "list" in options ? options.list : (trees[options.tree] ?? []));
}

/** An answer that is one of these, or several of them. */
export function offering(type: CompiledField["type"], options: readonly Option[]): JsonSchema {
  const values = [...new Set(options.map(({ value }) => value))];
  if (values.length === 0) return {};
  return type === "choices" ? { items: { type: "string", enum: values } } : { enum: values };
}
