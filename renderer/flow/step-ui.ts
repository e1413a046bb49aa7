import type { UiSchema } from "@rjsf/utils";
import type { CompiledFlow, CompiledStep } from "../../schemas/engine/evaluate.ts";

/**
 * Who draws what of a step's schema, for rjsf: sections, groups and rows and leaves by their part, lists by a field of ours; what
 * is asked by its path. Paths are as they are compiled: which row it is, the place says.
 */
export const stepParts = (flow: CompiledFlow, step: CompiledStep): UiSchema => ({
  "ui:options": { part: "step" },
  ...Object.fromEntries(
    step.sections.map(({ id, fields }) => [id, holderUi(flow, fields, { part: "section", section: id })]),
  ),
});

const holderUi = (flow: CompiledFlow, paths: string[], options: Record<string, string>): UiSchema => ({
  "ui:options": options,
  ...Object.fromEntries(paths.map((path) => [flow.fields[path]!.id, fieldUi(flow, path)])),
});

function fieldUi(flow: CompiledFlow, path: string): UiSchema {
  const { type, fields = [] } = flow.fields[path]!;
  if (type === "group") return holderUi(flow, fields, { part: "group", path });
  if (type !== "list") return { "ui:options": { part: "leaf", path } };
  return {
    "ui:field": "rows",
    "ui:options": { path },
    items: holderUi(flow, fields, { part: "row" }),
  };
}
