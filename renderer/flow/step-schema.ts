import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { CompiledFlow, CompiledStep } from "../../schemas/engine/evaluate.ts";

/**
 * What rjsf walks: a step as an object of sections, each of leaves, of groups as objects, and of lists as arrays whose
 * items are a row. It says where, never what or whether. Paths are as they are compiled: which row it is, the place says.
 */
export interface StepSchema {
  schema: RJSFSchema;
  uiSchema: UiSchema;
}

// Rjsf only walks: whatever a leaf holds, it is one leaf.
const leaf: RJSFSchema = { type: "string" };

/** The structure of one step for rjsf. Values, defaults and problems are the store's alone. */
export function stepSchema(flow: CompiledFlow, step: CompiledStep): StepSchema {
  const sections = step.sections.map((section): [string, StepSchema] => [
    section.id,
    object(flow, section.fields, { part: "section", section: section.id }),
  ]);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(sections.map(([id, { schema }]) => [id, schema])),
    },
    uiSchema: {
      "ui:options": { part: "step" },
      ...Object.fromEntries(sections.map(([id, { uiSchema }]) => [id, uiSchema])),
    },
  };
}

function object(flow: CompiledFlow, paths: string[], options: Record<string, string>): StepSchema {
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = { "ui:options": options };
  for (const path of paths) {
    const { schema, uiSchema: ui } = fieldSchema(flow, path);
    const { id } = flow.fields[path]!;
    properties[id] = schema;
    uiSchema[id] = ui;
  }
  return { schema: { type: "object", properties }, uiSchema };
}

function fieldSchema(flow: CompiledFlow, path: string): StepSchema {
  const field = flow.fields[path];
  if (!field) throw new Error(`the flow does not have the field "${path}" that it names`);
  const { type, fields = [] } = field;
  if (type === "group") return object(flow, fields, { part: "group", path });
  if (type === "list") {
    const row = object(flow, fields, { part: "row" });
    return {
      schema: { type: "array", items: row.schema },
      uiSchema: { "ui:field": "rows", "ui:options": { path }, items: row.uiSchema },
    };
  }
  return { schema: leaf, uiSchema: { "ui:field": "leaf", "ui:options": { path } } };
}
