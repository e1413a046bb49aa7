import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { itemOperators, ruleVariables } from "../../4-evaluate/rules.ts";
import type { Rule } from "../../types/index.ts";
import type { Project } from "../project/project.ts";
import { isObject } from "../report/values.ts";

/** Keys whose value decides whether something is so. Elsewhere a value that is no rule is a value. */
const conditions: ReadonlySet<string> = new Set(["enabledWhen", "requiredWhen", "visibleWhen", "when"]);

/** What holds others by names of the author's choosing, which may be those of keys. */
const named: ReadonlySet<unknown> = new Set([
  "answers",
  "body",
  "buttons",
  "calls",
  "data",
  "dialogs",
  "documents",
  "fields",
  "fill",
  "items",
  "mails",
  "parameters",
  "properties",
  "query",
  "rules",
  "sections",
  "sequences",
  "set",
  "steps",
  "with",
]);

/** What holds no definitions: JSON Schemas, and how they are drawn. */
const foreign: ReadonlySet<unknown> = new Set(["schema", "ui"]);

/** Conditions that are no rule, and rules that say the same whatever is answered, in all files. */
export function checkConditions(project: Project): void {
  const files = [project.flows, project.fragments, project.kinds, project.services].flatMap((items) =>
    [...items.values()].map(({ file }) => file),
  );
  for (const file of new Set(files)) visit(project, file, file.value, []);
}

function visit(project: Project, file: ReadFile, value: unknown, at: JsonPath): void {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) visit(project, file, one, [...at, index]);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, one] of Object.entries(value)) {
    const place = [...at, key];
    if (named.has(at.at(-1))) visit(project, file, one, place);
    else if (conditions.has(key)) checkCondition(project, file, one, place);
    else if (!foreign.has(key)) visit(project, file, one, place);
  }
}

function checkCondition({ report }: Project, file: ReadFile, rule: unknown, at: JsonPath): void {
  // Yes or no, for good, is a decision that somebody may write down.
  if (typeof rule === "boolean") return;
  if (!isObject(rule)) {
    const found = Array.isArray(rule) ? "una lista" : typeof rule === "string" ? "un texto" : String(rule);
    return report.add(file, at, "condition-no-rule", { found }, { once: true });
  }
  if (!readsAnything(rule)) report.add(file, at, "constant-condition", {}, { once: true });
}

/** Whether what a rule says can change with what it reads; what is written wrong is told elsewhere. */
function readsAnything(rule: Rule): boolean {
  if (ruleVariables(rule).length > 0) return true;
  const text = JSON.stringify(rule);
  return (
    /"(?:var|missing|missing_some)":/.test(text) ||
    [...itemOperators].some((one) => text.includes(`"${one}":`))
  );
}
