import { checkFieldWords } from "./field-words.ts";
import { flowKeys } from "./flow-keys.ts";
import { flowTexts } from "./flow-texts.ts";
import { checkWords } from "./placeholders.ts";
import { flowAround, usedFragments } from "../project/fragments.ts";
import type { Fragment, Project } from "../project/project.ts";

/** Checks the words of the fragments that no flow uses; those of others are checked in each flow. */
export function checkFragmentWords(project: Project): void {
  const used = usedFragments(project);
  for (const fragment of new Set(project.fragments.values())) {
    if (!used.has(fragment.id)) checkAlone(project, fragment);
  }
}

function checkAlone(project: Project, fragment: Fragment): void {
  const flow = flowAround(project, fragment);
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
