import { ruleVariables } from "../../4-evaluate/rules.ts";
import type { Rule } from "../../types/index.ts";
import { brandsOf, type Flow, type Project } from "../project/project.ts";
import { allResults, readVariable } from "../variables/variables.ts";
import type { VariableProblem, Scope } from "../variables/scope.ts";

/** What a named rule may read: all that some rule of the flow can. Whether it is there is judged where it is used. */
export const scopeOfNamedRule = (project: Project, flow: Flow, owner: string): Scope => ({
  owner,
  flow,
  brands: brandsOf(project, flow.id),
  results: allResults(flow),
  value: true,
  program: true,
  readsButtonQueries: true,
  option: {},
});

/**
 * What is wrong with a named rule where it is used, by what it reads: what is not answered yet there, say. What it cannot
 * read anywhere is told at the rule.
 */
export function problemsOfUse(project: Project, scope: Scope, name: string, rule: Rule): VariableProblem[] {
  const { flow, owner } = scope;
  if (!flow) return [];
  const anywhere = scopeOfNamedRule(project, flow, owner);
  const here = { ...scope, owner: `${owner}, con "${name}",` };
  return ruleVariables(rule).flatMap((path) => {
    const reading = readVariable(project, here, path);
    if (!("finding" in reading)) return [];
    return "finding" in readVariable(project, anywhere, path) ? [] : [reading.finding];
  });
}
