import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { CompiledFlow, CompiledStep } from "../../schemas/engine/evaluate.ts";

/** What rjsf walks: a step as an object of sections, each an object of leaves. It says where, never what or whether. */
export interface StepSchema {
  schema: RJSFSchema;
  uiSchema: UiSchema;
}

// Rjsf only walks: whatever a leaf holds, it is one leaf.
const leaf: RJSFSchema = { type: "string" };

/** The structure of one step for rjsf. Values, defaults and problems are the store's alone. */
export function stepSchema(flow: CompiledFlow, step: CompiledStep): StepSchema {
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = { "ui:options": { part: "step" } };
  for (const section of step.sections) {
    const leaves: Record<string, RJSFSchema> = {};
    const ui: UiSchema = { "ui:options": { part: "section", section: section.id } };
    for (const path of section.fields) {
      const field = flow.fields[path];
      if (!field) throw new Error(`section "${section.id}" names "${path}", which the flow does not have`);
      leaves[field.id] = leaf;
      ui[field.id] = { "ui:field": "leaf", "ui:options": { path } };
    }
    properties[section.id] = { type: "object", properties: leaves };
    uiSchema[section.id] = ui;
  }
  return { schema: { type: "object", properties }, uiSchema };
}
