import { checkField } from "../fields/fields.ts";
import { checkOptions } from "../fields/options.ts";
import { checkDefaults } from "../fields/parameters.ts";
import { flowAround, usedFragments } from "../project/fragments.ts";
import type { Fragment, Project } from "../project/project.ts";
import type { Report } from "../report/report.ts";
import { scopeOfField } from "../variables/scope-of-field.ts";
import type { Grammar } from "../grammar/shape.ts";

/** Checks fragments apart from the flows that use them; those that no flow uses as far as that goes. */
export function checkFragments(project: Project, grammar: Grammar): void {
  const used = usedFragments(project);
  for (const fragment of new Set(project.fragments.values())) {
    checkDefaults(project, fragment, `El fragmento "${fragment.id}"`, [...project.brands.values()]);
    if (!used.has(fragment.id)) checkAlone(project, fragment, grammar);
  }
}

/** In a group of a flow that is made for it, whose own mistakes nobody is told of. */
function checkAlone(project: Project, fragment: Fragment, grammar: Grammar): void {
  const flow = flowAround(project, fragment);
  const { report } = project;
  const add: Report["add"] = (where, ...rest) =>
    where === flow.file ? undefined : report.add(where, ...rest);
  const aside: Project = { ...project, report: { ...report, add } };
  for (const field of flow.fields.values()) {
    if (field.fragment === undefined) continue;
    const owner = `La regla de "${field.id}"`;
    const scope = { ...scopeOfField(project, flow, field, true), owner };
    checkField(aside, flow, field, scope, grammar, new Map());
    checkOptions(aside, flow, field, scope, new Map());
  }
}
