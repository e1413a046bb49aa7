import { ruleVariables } from "../../4-evaluate/rules.ts";
import type { Rule } from "../../types/index.ts";
import { brandsOf, finderOn, type Flow, type Project, type Screen } from "../project/project.ts";
import { allResults, readVariable } from "../variables/variables.ts";
import type { VariableProblem, Scope } from "../variables/scope.ts";

/** What a named rule of a screen may read: all that some rule of the screen can. Whether it is there is judged where it is used. */
export const scopeOfScreenRule = (
  screen: Screen,
  { owner, brands, flow }: Pick<Scope, "owner" | "brands" | "flow">,
): Scope => ({
  owner,
  brands,
  ...(flow ? { flow } : {}),
  screen: { item: screen, head: true, shown: true },
});

/** The same of a flow's. */
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
  const { flow, screen, owner, brands } = scope;
  const finder = screen && finderOn(project, screen.item);
  const anywhere = screen
    ? scopeOfScreenRule(screen.item, { owner, brands, ...(finder ? { flow: finder } : {}) })
    : flow && scopeOfNamedRule(project, flow, owner);
  if (!anywhere) return [];
  const here = { ...scope, owner: `${owner}, con "${name}",` };
  return ruleVariables(rule).flatMap((path) => {
    const reading = readVariable(project, here, path);
    if (!("finding" in reading)) return [];
    return "finding" in readVariable(project, anywhere, path) ? [] : [reading.finding];
  });
}
