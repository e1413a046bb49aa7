import { absolute, namesOfFile } from "../../1-read/relative.ts";
import { ruleVariables } from "../../4-evaluate/rules.ts";
import type { ValueType } from "../../types/index.ts";
import { isPersonal } from "../variables/personal.ts";
import { allOptionsOf, presetsOfField, typeOf } from "../project/presets.ts";
import type { Field, Flow, Project, Step } from "../project/project.ts";
import { checkRule } from "../rules/rules.ts";
import { allResults } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";

/** Types of answers that say nothing but what was offered, or how much. A group, a row and a file may hold anything. */
const tellable: ReadonlySet<ValueType | undefined> = new Set<ValueType>([
  "number",
  "money",
  "boolean",
  "date",
  "time",
  "choice",
  "choices",
  "text",
]);

/** Whether people write in it what they like: its kind does not say that what is written there is nobody's own. */
const isFreeText = (project: Project, field: Field): boolean =>
  typeOf(project, field) === "text" &&
  presetsOfField(project, field).some(({ value }) => value.personal !== false);

/** Checks what analytics is told of a step: rules by name, over nothing that says who a person is. */
export function checkAnalytics(project: Project, flow: Flow, step: Step, scope: Scope): void {
  const said = step.value.analytics?.with ?? {};
  const names = namesOfFile(flow.value.rules);
  // What services gave is known to this rule, so that it is refused for what it is.
  const { queries: _, ...rest } = scope;
  const owner = `La analítica del paso "${step.id}"`;
  const here: Scope = { ...rest, owner, program: true, readsButtonQueries: true, results: allResults(flow) };
  for (const [name, rule] of Object.entries(said)) {
    const at = [...step.at, "analytics", "with", name];
    checkRule(project, flow.file, rule, at, here);
    for (const path of new Set(ruleVariables(absolute(rule, names)))) {
      const why = whyNot(project, flow, path, here);
      if (why === undefined) continue;
      const values = { step: step.id, name, path, why };
      project.report.add(flow.file, at, "personal-in-analytics", values, { part: "key" });
      break;
    }
  }
}

/** Why analytics is not told what a path reads; undefined where it may be, or where something else is wrong with it. */
function whyNot(project: Project, flow: Flow, path: string, scope: Scope): string | undefined {
  const [head = ""] = path.split(".");
  if (head === "brand" || head === "content" || path === "today") return undefined;
  const field = flow.fields.get(path.replace(/^labels\./, ""));
  if (!field) {
    if (scope.results?.has(head) || head === "data") return "lo respondió un servicio";
    if (["answered", "submission", "with"].includes(head)) return "puede decir quién es la persona";
    return flow.fields.get(path.split(".").slice(0, 2).join(".")) ? "puede tener cualquier cosa" : undefined;
  }
  if (isPersonal(project, field)) return "es personal";
  if (isFreeText(project, field)) return "es un texto libre";
  if (!tellable.has(typeOf(project, field))) return "puede tener cualquier cosa";
  return hangsOnPersonal(project, flow, field.path) ? "depende de algo personal" : undefined;
}

/** Whether what is offered for a choice, or what a figure is worked out from, is somebody's own. */
function hangsOnPersonal(project: Project, flow: Flow, path: string, seen: Set<string> = new Set()): boolean {
  const field = flow.fields.get(path);
  if (!field || seen.has(path)) return false;
  seen.add(path);
  const queries = allOptionsOf(project, field).flatMap(({ data }) => data ?? []);
  const data = flow.value.data ?? {};
  const rules = [
    field.value.computed ?? null,
    ...queries.flatMap((query) => Object.values(data[query]?.with ?? {})),
  ];
  return rules
    .flatMap((rule) => ruleVariables(absolute(rule, field.names)))
    .some((one) => {
      const [head = "", query = ""] = one.split(".");
      // A query in its turn asks with answers.
      const inputs = head === "data" ? Object.values(data[query]?.with ?? {}) : [];
      const read = [one, ...inputs.flatMap((rule) => ruleVariables(absolute(rule, field.names)))];
      return read.some((name) => {
        const given = flow.fields.get(name.replace(/^labels\./, ""));
        return (
          given !== undefined && (isPersonal(project, given) || hangsOnPersonal(project, flow, name, seen))
        );
      });
    });
}
