import { namesOfFile } from "../../1-read/relative.ts";
import { parametersOf } from "../project/presets.ts";
import { brandsOf, type Field, type Flow, type Project, type Step } from "../project/project.ts";
import { resultsBefore } from "./variables.ts";
import type { Scope } from "./scope.ts";

/** What the rules of a step may read. */
export const scopeOfStep = (project: Project, flow: Flow, step: Pick<Step, "id" | "index">): Scope => ({
  owner: `La regla del paso "${step.id}"`,
  flow,
  step: step.index,
  results: resultsBefore(flow, step.index),
  brands: brandsOf(project, flow.id),
  names: namesOfFile(flow.value.rules),
});

/** What the rules of a field may read. `open` is for a fragment that no flow uses. */
export function scopeOfField(project: Project, flow: Flow, field: Field, open = false): Scope {
  const { path, step, names, fragment } = field;
  const where = fragment === undefined ? "" : `, en el flujo "${flow.id}",`;
  return {
    owner: `La regla de "${path}"${where}`,
    flow,
    step,
    results: resultsBefore(flow, step),
    brands: brandsOf(project, flow.id),
    names,
    ...(open ? { open } : {}),
    ...(fragment === undefined
      ? {}
      : {
          parameters: new Set(Object.keys(parametersOf(project.fragments.get(fragment)))),
          declares: `El fragmento "${fragment}"`,
        }),
  };
}
