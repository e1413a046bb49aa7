import { locationAt } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { checkFieldWords } from "./field-words.ts";
import { flowKeys } from "./flow-keys.ts";
import { flowTexts } from "./flow-texts.ts";
import { checkWords } from "./placeholders.ts";
import { openFlow, type Flow, type Item, type Project } from "../project/project.ts";

/** Checks the words of the fragments that no flow uses; those of others are checked in each flow. */
export function checkFragmentWords(project: Project): void {
  const flows = [...new Set(project.flows.values())];
  const used = new Set(flows.flatMap(({ fields }) => [...fields.values()].map(({ fragment }) => fragment)));
  for (const fragment of new Set(project.fragments.values())) {
    if (!used.has(fragment.id)) checkAlone(project, fragment);
  }
}

function checkAlone(project: Project, fragment: Item): void {
  const flow = flowWith(project, fragment);
  const keys = flowKeys(project, flow, new Map());
  for (const { key, file, at, inPlace } of flowTexts(flow)) {
    const target = keys.get(key);
    if (!target || !at || inPlace === undefined || file === flow.file) continue;
    checkWords(project, file, inPlace, at, { ...target.scope, open: true });
  }
  for (const field of flow.fields.values()) {
    if (field.fragment !== undefined) checkFieldWords(project, flow, field, keys);
  }
}

/** A flow that asks nothing but the fragment. */
function flowWith(project: Project, { id, file: own }: Item): Flow {
  const group = { kind: "group", label: "", use: id };
  const value = { steps: { fragment: { sections: { fragment: { fields: { [id]: group } } } } } };
  const file: ReadFile = { path: own.path, text: "", value, locate: () => locationAt("", 0, 1) };
  return openFlow({ id, owner: "", file, value }, project);
}
