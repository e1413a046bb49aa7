import type { JsonSchema } from "../../4-evaluate/json-schema.ts";
import { fieldOf } from "../../4-evaluate/step-schema.ts";
import { plainWords } from "../../4-evaluate/words.ts";
import type { CompiledField, CompiledFlow, CompiledStep, Option, TreeOption } from "../../types/index.ts";

/** How rjsf draws a step with any theme: order, widgets, names of options, and what the button says. */
export const stepUiSchema = (flow: CompiledFlow, step: CompiledStep): JsonSchema => ({
  "ui:order": step.sections.map(({ id }) => id),
  "ui:submitButtonOptions": { submitText: plainWords(step.action) },
  ...Object.fromEntries(step.sections.map(({ id, fields }) => [id, holderUi(flow, fields)])),
});

function holderUi(flow: CompiledFlow, paths: readonly string[]): JsonSchema {
  const fields = paths.map((path) => fieldOf(flow, path));
  return {
    "ui:order": [...fields.map(({ id }) => id), "*"],
    ...Object.fromEntries(fields.map((field) => [field.id, fieldUi(flow, field)])),
  };
}

/** Widgets of ours by rjsf's names; every other is what the type brings. */
const widgets: Record<string, string> = {
  longText: "textarea",
  radio: "radio",
  cards: "radio",
  yesNo: "radio",
  slots: "radio",
  checkboxes: "checkboxes",
};

function fieldUi(flow: CompiledFlow, field: CompiledField): JsonSchema {
  const { type, widget, placeholder, keyboard, autocomplete, fields = [] } = field;
  if (type === "group") return holderUi(flow, fields);
  const names = namesOfOptions(flow, field);
  const own = names || !["radio", "checkboxes"].includes(widgets[widget] ?? "") ? widgets[widget] : undefined;
  return {
    ...(type === "list" ? { items: holderUi(flow, fields) } : {}),
    ...(own === undefined ? {} : { "ui:widget": own }),
    ...(names ? { "ui:enumNames": names } : {}),
    ...(placeholder === undefined ? {} : { "ui:placeholder": placeholder }),
    ...(keyboard === "tel" ? { "ui:options": { inputType: "tel" } } : {}),
    ...(autocomplete === undefined ? {} : { "ui:autocomplete": autocomplete }),
  };
}

/** What options are called, by their values. */
function namesOfOptions({ trees }: CompiledFlow, { options }: CompiledField): JsonSchema | undefined {
  if (!options || "data" in options) return undefined;
  const all = "list" in options ? options.list : everyOption(trees[options.tree] ?? []);
  return Object.fromEntries(all.map(({ value, label }) => [value, plainWords(label)]));
}

const everyOption = (options: readonly TreeOption[]): Option[] =>
  options.flatMap((one) => [one, ...everyOption(one.options ?? [])]);
