import type { JsonPath } from "../../1-read/locate.ts";
import { checkCycles, depend, type Dependencies } from "./dependencies.ts";
import type { Flow, Project, Screen } from "../project/project.ts";
import { checkRule } from "./rules.ts";
import { isObject } from "../report/values.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks the rules that a flow or a screen gives a name, apart from where they are used. */
export function checkNamedRules(
  project: Project,
  { file, value }: Flow | Screen,
  scopeOf: (owner: string) => Scope,
): void {
  const circles: Dependencies = new Map();
  for (const [name, rule] of Object.entries(value.rules ?? {})) {
    const at = ["rules", name];
    checkRule(project, file, rule, at, scopeOf(`La regla "rules.${name}"`));
    for (const use of rulesIn(rule, at)) depend(circles, `rules.${name}`, use);
  }
  checkCycles(project, file, circles, "rule-cycle");
}

/** The named rules that a rule reads, and where. */
function rulesIn(rule: unknown, at: JsonPath): { to: string; at: JsonPath }[] {
  if (Array.isArray(rule)) return rule.flatMap((one, index) => rulesIn(one, [...at, index]));
  if (!isObject(rule)) return [];
  return Object.entries(rule).flatMap(([operator, part]) => {
    const here = [...at, operator];
    const name: unknown = operator === "var" ? [part].flat()[0] : undefined;
    const own =
      typeof name === "string" && name.startsWith("rules.")
        ? [{ to: name, at: Array.isArray(part) ? [...here, 0] : here }]
        : [];
    return [...own, ...rulesIn(part, here)];
  });
}

/** Tells of the named rules that nothing reads. What cannot be judged because of a mistake of shape may read any. */
export function checkUnusedRules(project: Project, { file, value, usedRules }: Flow | Screen): void {
  if (project.report.hasInvalid(file)) return;
  for (const name of Object.keys(value.rules ?? {})) {
    if (usedRules.has(name)) continue;
    project.report.add(file, ["rules", name], "unused-rule", { rule: name }, { part: "key" });
  }
}
