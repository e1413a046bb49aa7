import { depend, type Dependencies } from "../rules/dependencies.ts";
import { nearest } from "../report/nearest.ts";
import { typeOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";
import { answersOf } from "../rules/rules.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks what a group or list holds, and that it stands where it can. */
export function checkContainer(
  project: Project,
  field: Field,
  { owner }: Scope,
  dependencies: Dependencies,
): void {
  const { report } = project;
  const { file, at, value, path } = field;
  const type = typeOf(project, field);
  if (type !== "group" && type !== "list") return;
  for (const inner of field.fields) {
    depend(dependencies, `${path}.*`, { to: answersOf(project, inner) });
  }
  depend(dependencies, `${path}.*`, { to: path });
  if (type === "list" && field.list) {
    report.add(file, [...at, "kind"], "nested-list", { path, list: field.list.path });
  }
  const used = value.use;
  if (used === undefined) {
    const key = 'fields" o "use';
    if (!("fields" in value)) report.add(file, at, "missing-key", { key }, { part: "key", once: true });
    return;
  }
  if (field.endless) return report.add(file, [...at, "use"], "fragment-cycle", { owner, fragment: used });
  if (project.fragments.has(used) || project.isUnresolved("fragment", used)) return;
  const suggestion = nearest(used, project.fragments.keys());
  report.add(file, [...at, "use"], "unknown-fragment", { fragment: used }, { suggestion });
}
