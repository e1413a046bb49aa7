import type { At } from "../1-read/locate.ts";
import type { ReadFile } from "../1-read/read.ts";
import { operators } from "../4-evaluate/rules.ts";
import { operations } from "../operations/index.ts";
import { argumentCountOf, countWords } from "./arity.ts";
import { neverHolds } from "./comparisons.ts";
import { nearest } from "./nearest.ts";
import type { Field, Project } from "./project.ts";
import { readVariable, type Scope } from "./variables.ts";
import { asList, isObject, listed } from "./values.ts";

/** A field that a rule reads, and where. */
export interface Use {
  field: Field;
  at: At;
}

export interface RuleArgument {
  value: unknown;
  at: At;
}

const overItems = new Set(["map", "filter", "all", "none", "some", "reduce"]);

/** Checks a rule and gives the fields that it reads. */
export function checkRule(project: Project, file: ReadFile, rule: unknown, at: At, scope: Scope): Use[] {
  const uses: Use[] = [];
  const { report } = project;
  const malformed = (place: At, reason: string, part: "key" | "value" = "value"): void =>
    report.add(file, place, "malformed-rule", { owner: scope.owner, reason }, { part });

  const visit = (part: unknown, place: At, inItem: boolean): void => {
    if (Array.isArray(part)) return part.forEach((one, index) => visit(one, [...place, index], inItem));
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
      return inItem ? undefined : read(value, where);
    }
    if (operator === "missing" && !inItem) {
      for (const { value, at: where } of parts) {
        for (const [index, path] of [value].flat().entries()) {
          if (typeof path === "string") read(path, Array.isArray(value) ? [...where, index] : where);
        }
      }
    }
    if (operator === "missing_some" && !inItem) {
      for (const [index, path] of asList(parts[1]?.value).entries()) {
        if (typeof path === "string") read(path, [...parts[1]!.at, index]);
      }
    }
    if (!inItem) neverHolds(project, file, scope, operator, parts);
    for (const [index, one] of parts.entries()) {
      visit(one.value, one.at, inItem || (overItems.has(operator) && index === 1));
    }
  };

  const read = (path: string, where: At): void => {
    const reading = readVariable(project, scope, path);
    if ("field" in reading) uses.push({ field: reading.field, at: where });
    if (!("finding" in reading)) return;
    const { code, values, suggestion } = reading.finding;
    report.add(file, where, code, values, { suggestion });
  };

  visit(rule, at, false);
  return uses;
}

function isKnown(project: Project, file: ReadFile, operator: string, at: At, owner: string): boolean {
  if (operators.has(operator) || Object.hasOwn(operations, operator)) return true;
  const known = Object.keys(operations);
  const operation = operator.includes(".");
  const suggestion = nearest(operator, operation ? known : [...operators, ...known]);
  const values = { owner, operator, allowed: listed(known) };
  const code = operation ? "unknown-operation" : "unknown-operator";
  project.report.add(file, at, code, values, { part: "key", suggestion });
  return false;
}
