import { depthOf, valuesAt } from "../project/option-trees.ts";
import { allOptionsOf, type ChoiceOptions } from "../project/presets.ts";
import type { Field, Flow, Project } from "../project/project.ts";

/** The values that a choice can have in some brand; undefined when a service gives them. */
export function choiceValues(project: Project, flow: Flow, field: Field): string[] | undefined {
  const all = allOptionsOf(project, field).map((options) => valuesOf(project, flow, field, options));
  const known = all.flatMap((values) => values ?? []);
  return all.length === 0 || all.includes(undefined) ? undefined : [...new Set(known)];
}

function valuesOf(
  project: Project,
  flow: Flow,
  field: Field,
  { ids, list, tree: id }: ChoiceOptions,
): string[] | undefined {
  const written = Array.isArray(list) ? list.map(({ value }) => value) : ids;
  // What is no text is told where it is written, and nothing can be said of who compares with it.
  if (Array.isArray(written)) return written.every((one) => typeof one === "string") ? written : undefined;
  const tree = flow.trees.get(String(id));
  if (!tree || project.report.isInvalid(tree.file)) return undefined;
  const depth = depthOf(flow, field);
  return depth === undefined ? undefined : valuesAt(tree, depth);
}
