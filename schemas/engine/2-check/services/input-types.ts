/** Of which types what a rule gives can be where a call stands. */
import { yesOrNoOperators } from "../../4-evaluate/rules.ts";
import type { Rule, ValueType } from "../../types/index.ts";
import { factValues } from "../variables/facts.ts";
import { brandsWhere } from "../rules/implications.ts";
import { branchesOf, entryAt, operationOf, without, withRest, type CallSite } from "./call-sites.ts";
import { resultSchema } from "../project/call-results.ts";
import { partOfSchema, typeOfQueryPath } from "../project/call-values.ts";
import { presetsOfField, typeOf } from "../project/presets.ts";
import type { Field, Project, Screen } from "../project/project.ts";
import { isObject } from "../report/values.ts";

const texts = new Set(["cat", "substr", "text.amount", "text.join"]);

const arithmetic = new Set(["+", "-", "*", "/", "%", "min", "max"]);

const jsonTypes: Partial<Record<ValueType, string>> = {
  text: "string",
  date: "string",
  time: "string",
  choice: "string",
  boolean: "boolean",
  choices: "array",
  list: "array",
  file: "object",
};

/** Of which type answers of fields of a type are; undefined where there are none, or of any. */
export const jsonTypeOfAnswers = (type: ValueType | undefined): string | undefined =>
  type === "number" || type === "money" ? "number" : type && jsonTypes[type];

/** Whether a value of a type is one of another. */
export const fits = (found: string, expected: string): boolean =>
  found === expected || (found === "integer" && expected === "number");

/** The types that a rule can give; undefined where that is not known. */
export function typesOf(where: CallSite, rule: Rule): string[] | undefined {
  if (!isObject(rule)) return rule === null ? [] : [literalType(rule)];
  const [name, parts] = operationOf(rule);
  if (name === "var") return typesOfPath(where, String(parts[0]));
  if (name === "if" || name === "?:") {
    const all = branchesOf(where, parts).map(([inner, branch]) => typesOf(inner, branch));
    return all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one!);
  }
  if (texts.has(name)) return ["string"];
  if (arithmetic.has(name)) return typesOfArithmetic(where, name, parts);
  return yesOrNoOperators.has(name) ? ["boolean"] : undefined;
}

/** Of numbers it is known what they come to; of texts that are read as numbers it is not. */
function typesOfArithmetic(where: CallSite, operator: string, parts: Rule[]): string[] | undefined {
  const all = parts.flatMap((part) => typesOf(where, part) ?? ["unknown"]);
  if (all.some((one) => !fits(one, "number"))) return undefined;
  return [operator !== "/" && all.every((one) => one === "integer") ? "integer" : "number"];
}

const literalType = (value: unknown): string =>
  Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

function typesOfPath(where: CallSite, path: string): string[] | undefined {
  const { project, flow, scope, made, facts } = where;
  const [head = "", ...rest] = path.split(".");
  const left = made.get(head);
  if (left && "entries" in left) {
    const [entry, inner] = entryAt(left.entries, [head, ...rest]);
    const before = { ...where, made: without(made, head) };
    return entry === undefined ? undefined : typesOf(before, withRest(entry, inner));
  }
  if (left) {
    const part = partOfSchema(resultSchema(left.call), rest);
    return part && "schema" in part && part.schema.type !== undefined ? [part.schema.type] : undefined;
  }
  if (head === "brand") {
    const values = [...factValues(brandsWhere(facts, scope.brands), rest.join(".")).values()];
    return values.map(literalType);
  }
  if (head === "data") {
    const queries = (scope.screen?.item ?? flow)?.value.data;
    // Of those of a page, only required ones can be read: the others are told as such.
    if (scope.screen && scope.screen.item.value.data?.[rest[0] ?? ""]?.required !== true) return undefined;
    const type = typeOfQueryPath(project, queries, path);
    return type === undefined ? undefined : [type];
  }
  if (scope.screen && head === "address" && isPageNumber(scope.screen.item, rest)) return ["number"];
  if (scope.screen && head === "saved") return ["array"];
  if (scope.screen && ["address", "route", "visitor"].includes(head)) return ["string"];
  const field = flow?.fields.get(path.replace(/^labels\./, ""));
  if (!field || field.list) return undefined;
  const type = typeOf(project, field);
  if (head === "labels")
    return type === "group" || type === "list" || type === "json" ? undefined : ["string"];
  if (type === "number" || type === "money") return [hasFractions(project, field) ? "number" : "integer"];
  const known = type && jsonTypes[type];
  return known === undefined ? undefined : [known];
}

/** Whether an answer can have decimals: some kind says so, or a step of its own, or it is worked out. */
const hasFractions = (project: Project, field: Field): boolean =>
  field.value.computed !== undefined ||
  [field.value, ...presetsOfField(project, field).map(({ value }) => value)].some((said) => {
    const { multipleOf } = said.schema ?? {};
    const { decimals } = (typeof said.format === "object" && said.format.with) || {};
    return (
      (multipleOf !== undefined && !Number.isInteger(multipleOf)) ||
      (decimals !== undefined && decimals !== 0)
    );
  });

/** Whether a parameter of an address says the page of results: a number then. */
const isPageNumber = ({ value }: Screen, [name]: string[]): boolean =>
  (value.blocks ?? []).some(({ paging }) => paging?.from === name);
