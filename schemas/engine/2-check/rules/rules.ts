import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { itemOperators, operators, ruleVariables, yesOrNoOperators } from "../../4-evaluate/rules.ts";
import { dateIsValid } from "../../operations/date.ts";
import { operationUses } from "../../operations/uses.ts";
import type { Rule } from "../../types/index.ts";
import { argumentCountOf, countWords } from "./argument-counts.ts";
import { checkCompared } from "./comparisons.ts";
import { listOf, readItem, type ItemScope } from "../variables/item-variables.ts";
import { problemsOfUse } from "./named-rule-uses.ts";
import { tellPathAsText } from "./paths-as-text.ts";
import { nearest } from "../report/nearest.ts";
import { typeOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";
import { readVariable, ruleNamer } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";
import { dayInWords } from "../report/value-words.ts";
import { asList, isObject, listed } from "../report/values.ts";

/** What a rule reads that is worked out too, and where: the name of a field or of a query, as `Edge.to` has it. */
export interface Use {
  to: string;
  at: JsonPath;
  file: ReadFile;
}

export interface RuleArgument {
  value: unknown;
  at: JsonPath;
}

const listFirst =
  'la lista está primero, y va después de lo que se busca: { "in": [{ "var": "paso.campo" }, ["a", "b"]] }';

/** Checks a rule and gives what it reads. */
export function checkRule(
  project: Project,
  file: ReadFile,
  rule: unknown,
  at: JsonPath,
  scope: Scope,
): Use[] {
  const uses: Use[] = [];
  const { report } = project;
  const malformed = (place: JsonPath, reason: string, part: "key" | "value" = "value"): void =>
    report.add(file, place, "malformed-rule", { owner: scope.owner, reason }, { part });

  const visit = (part: unknown, place: JsonPath, item: ItemScope | undefined): void => {
    if (Array.isArray(part)) return part.forEach((one, index) => visit(one, [...place, index], item));
    if (typeof part === "string" && !item) return tellPathAsText(project, file, part, place, scope);
    if (!isObject(part)) return;
    const keys = Object.keys(part);
    if (keys.length !== 1) {
      if (keys.length === 0) return malformed(place, "el objeto está vacío");
      return malformed([...place, keys[1]!], `hay ${keys.length} claves en el objeto`, "key");
    }
    const operator = keys[0]!;
    const given = part[operator];
    const inner = [...place, operator];
    const parts: RuleArgument[] = Array.isArray(given)
      ? given.map((value, index) => ({ value, at: [...inner, index] }))
      : [{ value: given, at: inner }];
    if (!isKnown(project, file, operator, inner, scope.owner)) return;
    const count = argumentCountOf(operator);
    if (count && (parts.length < count[0] || parts.length > count[1])) {
      const values = { operator, expected: countWords(count), found: String(parts.length) };
      return report.add(file, inner, "wrong-argument-count", values, { part: "key" });
    }
    if (operator === "var") {
      const { value, at: where } = parts[0]!;
      if (typeof value !== "string") return malformed(where, 'el nombre de "var" se escribe como texto');
      if (!item) read(value, where);
      else {
        const finding = readItem(scope, item, value);
        if (finding)
          report.add(file, where, finding.code, finding.values, { suggestion: finding.suggestion });
      }
      return parts.slice(1).forEach((one) => visit(one.value, one.at, item));
    }
    if (operator === "missing" && !item) {
      for (const { value, at: where } of parts) {
        for (const [index, path] of [value].flat().entries()) {
          if (typeof path === "string") readName(path, Array.isArray(value) ? [...where, index] : where);
        }
      }
    }
    if (operator === "missing_some" && !item) {
      for (const [index, path] of asList(parts[1]?.value).entries()) {
        if (typeof path === "string") readName(path, [...parts[1]!.at, index]);
      }
    }
    if (operator === "in" && Array.isArray(parts[0]!.value)) {
      malformed(inner, listFirst, "key");
    }
    checkCompared(project, file, scope, operator, parts, item);
    checkDays(project, file, operator, parts);
    const items = itemOperators.has(operator)
      ? { list: listOf(project, scope, parts[0]?.value, item), reduces: operator === "reduce" }
      : undefined;
    // The names of answers are what these take.
    if (operator === "missing" || operator === "missing_some") return;
    for (const [index, one] of parts.entries()) {
      // A comparison without anything read is told as one that is always the same.
      if (typeof one.value === "string" && yesOrNoOperators.has(operator)) continue;
      visit(one.value, one.at, index === 1 && items ? items : item);
    }
  };

  const read = (path: string, where: JsonPath): void => {
    const reading = readVariable(project, scope, path);
    for (const to of usesOf(project, scope, reading)) uses.push({ to, at: where, file });
    if ("data" in reading) noteQuery(scope, reading.data);
    if ("rule" in reading) {
      for (const query of queriesIn(reading.given)) noteQuery(scope, query);
      for (const { code, values } of problemsOfUse(project, scope, path, reading.given)) {
        report.add(file, where, code, values);
      }
    }
    if (!("finding" in reading)) return;
    const { code, values, suggestion } = reading.finding;
    report.add(file, where, code, values, { suggestion });
  };

  const readName = (path: string, where: JsonPath): void => {
    if (!path.startsWith("rules.")) return read(path, where);
    ruleNamer(scope)?.usedRules.add(path.slice("rules.".length));
    malformed(where, `aquí va el nombre de una respuesta, y "${path}" es una regla`);
  };

  visit(rule, at, undefined);
  return uses;
}

/** What is written as a day of an operation is one: with anything else it gives nothing, whatever is answered. */
function checkDays({ report }: Project, file: ReadFile, operator: string, parts: RuleArgument[]): void {
  for (const index of operationUses[operator]?.days ?? []) {
    const { value, at } = parts[index] ?? {};
    if (at === undefined || typeof value === "object" || dateIsValid(value)) continue;
    report.add(file, at, "malformed-value", { value: String(value), pattern: dayInWords });
  }
}

/** The queries that a rule with full paths reads. */
const queriesIn = (rule: Rule): string[] =>
  ruleVariables(rule).flatMap((path) => {
    const [head, query] = path.split(".");
    return head === "data" && query !== undefined ? [query] : [];
  });

function noteQuery({ queries, step }: Scope, query: string): void {
  if (step !== undefined) queries?.set(query, Math.min(step, queries.get(query) ?? Infinity));
}

/** The name by which others depend on the answers of a field: of a group or list, on all that it holds. */
export const answersOf = (project: Project, field: Field): string =>
  ["group", "list"].includes(typeOf(project, field) ?? "") ? `${field.path}.*` : field.path;

function usesOf(project: Project, scope: Scope, reading: ReturnType<typeof readVariable>): string[] {
  if ("field" in reading) return [answersOf(project, reading.field)];
  if ("data" in reading) return [`consulta ${reading.data}`];
  return "given" in reading ? usesOfRule(project, scope, reading.given) : [];
}

/** What a rule with full paths reads. Tells nothing: it is checked where it is written. */
export function usesOfRule(project: Project, scope: Scope, rule: unknown): string[] {
  const paths = ruleVariables(rule);
  return paths.flatMap((path) => {
    const field = scope.flow?.fields.get(path);
    return field ? [answersOf(project, field)] : queriesIn({ var: path }).map((query) => `consulta ${query}`);
  });
}

function isKnown(project: Project, file: ReadFile, operator: string, at: JsonPath, owner: string): boolean {
  if (operators.has(operator) || Object.hasOwn(operationUses, operator)) return true;
  const known = Object.keys(operationUses);
  const operation = operator.includes(".");
  const suggestion = nearest(operator, operation ? known : [...operators, ...known]);
  const values = { owner, operator, allowed: listed(known) };
  const code = operation ? "unknown-operation" : "unknown-operator";
  project.report.add(file, at, code, values, { part: "key", suggestion });
  return false;
}
