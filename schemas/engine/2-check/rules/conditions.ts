import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { absolute, namesOfFile } from "../../1-read/relative.ts";
import { itemOperators, RuleError, ruleVariables } from "../../4-evaluate/rules.ts";
import type { Rule } from "../../types/index.ts";
import { typeOf } from "../project/presets.ts";
import type { Flow, Project } from "../project/project.ts";
import { isObject } from "../report/values.ts";
import { choiceValues } from "./choice-values.ts";
import { constantValue, type Domain, type DomainOf } from "./constant-rules.ts";

/** Keys whose value decides whether something is so. Elsewhere a value that is no rule is a value. */
export const conditionKeys: ReadonlySet<unknown> = new Set([
  "enabledWhen",
  "requiredWhen",
  "visibleWhen",
  "when",
]);

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
  for (const flow of new Set(project.flows.values()))
    visit({ project, ...readingOf(project, flow) }, flow.file.value, []);
  const files = [project.fragments, project.kinds, project.services].flatMap((items) =>
    [...items.values()].map(({ file }) => file),
  );
  for (const file of new Set(files)) {
    visit({ project, file, full: (rule) => rule, domainOf: () => undefined }, file.value, []);
  }
}

/** A file, and what the conditions in it read. */
interface Conditions {
  project: Project;
  file: ReadFile;
  /** The rule with what its names of rules stand for. */
  full: (rule: Rule) => Rule;
  domainOf: DomainOf;
}

const readingOf = (project: Project, flow: Flow): Omit<Conditions, "project"> => ({
  file: flow.file,
  full: (rule) => absolute(rule, namesOfFile(flow.value.rules)),
  domainOf: (path) => (path === "today" ? { texts: true } : domainOfField(project, flow, path)),
});

/** What can be answered; undefined where nothing is said of it. */
function domainOfField(project: Project, flow: Flow, path: string): Domain | undefined {
  const field = flow.fields.get(path);
  if (!field || field.list || project.report.isInvalid(field.file, field.at)) return undefined;
  switch (typeOf(project, field)) {
    case "number":
    case "money":
      return { numbers: true };
    case "text":
    case "date":
    case "time":
      return { texts: true };
    case "boolean":
      return { among: [true, false] };
    case "choice": {
      const among = choiceValues(project, flow, field);
      return among ? { among } : { texts: true };
    }
    default:
      return undefined;
  }
}

function visit(from: Conditions, value: unknown, at: JsonPath): void {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) visit(from, one, [...at, index]);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, one] of Object.entries(value)) {
    const place = [...at, key];
    if (named.has(at.at(-1))) visit(from, one, place);
    else if (conditionKeys.has(key)) checkCondition(from, one, place);
    else if (!foreign.has(key)) visit(from, one, place);
  }
}

function checkCondition({ project, file, full, domainOf }: Conditions, rule: unknown, at: JsonPath): void {
  const { report } = project;
  // Yes or no, for good, is a decision that somebody may write down.
  if (typeof rule === "boolean") return;
  if (!isObject(rule)) {
    const found = Array.isArray(rule) ? "una lista" : typeof rule === "string" ? "un texto" : String(rule);
    return report.add(file, at, "condition-no-rule", { found }, { once: true });
  }
  const why = readsAnything(rule) ? sameForAll(full(rule), domainOf) : "no lee ninguna respuesta ni dato";
  if (why !== undefined) report.add(file, at, "constant-condition", { why }, { once: true });
}

const inWords = {
  never: "no se cumple con ninguna respuesta",
  always: "se cumple con cualquier respuesta, o sin ella",
};

/** Why a rule says the same for all answers, as far as that is decided; what is written wrong is told elsewhere. */
function sameForAll(rule: Rule, domainOf: DomainOf): string | undefined {
  try {
    const value = constantValue(rule, domainOf);
    return value && inWords[value];
  } catch (error) {
    if (error instanceof RuleError) return undefined;
    throw error;
  }
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
