import { checkPreset } from "./fields.ts";
import { nearest } from "./nearest.ts";
import type { Item, Project } from "./project.ts";
import { factValues, readFact, type Scope } from "./variables.ts";
import { asObject } from "./values.ts";

/** Checks what kinds and services mean apart from the flows that use them. */
export function checkKinds(project: Project): void {
  const brands = [...project.brands.values()];
  for (const kind of new Set(project.kinds.values())) {
    const scope: Scope = { owner: `El tipo "${kind.id}"`, brands };
    if ("byFact" in kind.value) checkByFact(project, kind, scope);
    else checkPreset(project, kind, kind.value, [], scope);
  }
}

function checkByFact(project: Project, kind: Item, scope: Scope): void {
  const { report } = project;
  const byFact = asObject(kind.value["byFact"]);
  const fact = String(byFact["fact"]);
  const kinds = asObject(byFact["kinds"]);
  for (const [value, id] of Object.entries(kinds)) {
    if (project.kinds.has(String(id)) || project.isUnsure("kind", String(id))) continue;
    const at = ["byFact", "kinds", value];
    const suggestion = nearest(String(id), project.kinds.keys());
    report.add(kind.file, at, "unknown-kind", { kind: String(id) }, { suggestion });
  }
  const finding = readFact(project, fact, scope.owner, scope.brands);
  if (finding) {
    const { suggestion } = finding;
    return report.add(kind.file, ["byFact", "fact"], finding.code, finding.values, { suggestion });
  }
  for (const [brand, value] of factValues(scope.brands, fact)) {
    if (Object.hasOwn(kinds, String(value))) continue;
    const values = { kind: kind.id, fact, value: String(value) };
    const suggestion = nearest(String(value), Object.keys(kinds));
    report.add(brand.file, ["facts", ...fact.split(".")], "unresolved-kind", values, { suggestion });
  }
}
