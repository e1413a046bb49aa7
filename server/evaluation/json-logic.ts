/**
 * Rules evaluated by json-logic-js, the implementation of JSON Logic's author: what the engine says of them is held against
 * it. Where a rule means something else here on purpose (docs/conformance.md), the operator is exchanged for a stricter one,
 * which asks json-logic-js in its turn.
 */
import jsonLogic, { type RulesLogic } from "json-logic-js";
import {
  byName,
  itemOperators,
  operations,
  ruleVariables,
  type CompileRule,
  type Rule,
} from "../../schemas/engine/serve.ts";

type Operation = (...values: unknown[]) => unknown;

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === "";

const isOperator = (rule: Rule): rule is Record<string, Rule> =>
  typeof rule === "object" && rule !== null && !Array.isArray(rule) && Object.keys(rule).length === 1;

/** An operator of json-logic-js over values. They are read by their place, so that a list is still the same one. */
const standard = (name: string, values: unknown[]): unknown =>
  jsonLogic.apply({ [name]: values.map((_, place) => ({ var: place })) }, values);

/** Of an absent value no ordering and no inequality holds. */
const compares =
  (name: string): Operation =>
  (...values) =>
    !values.some(isAbsent) && standard(name, values);

/** Of an absent value nothing is worked out, and what is no number is absent. */
const worksOut =
  (name: string): Operation =>
  (...values) => {
    if (values.some(isAbsent)) return null;
    // A product of one factor is a number too.
    const result = standard(name, name === "*" ? [...values, 1] : values);
    return Number.isNaN(result) ? null : result;
  };

const stricter: Record<string, Operation> = {
  ...Object.fromEntries(["<", "<=", ">", ">=", "!=", "!=="].map((name) => [name, compares(name)])),
  ...Object.fromEntries(["+", "-", "*", "/", "%", "min", "max"].map((name) => [name, worksOut(name)])),
  substr: (text, start, length) =>
    isAbsent(text) ? null : standard("substr", isAbsent(length) ? [text, start] : [text, start, length]),
};

const strictName = (name: string): string => (Object.hasOwn(stricter, name) ? `strict ${name}` : name);
for (const [name, operation] of Object.entries(stricter))
  jsonLogic.add_operation(strictName(name), operation);
for (const [name, operation] of Object.entries(operations)) jsonLogic.add_operation(name, operation);
jsonLogic.add_operation("paths", (tokens: unknown[]) => tokens.map((token) => pathOf(String(token))));

/** json-logic-js goes down a path by its dots. A variable's value is kept under its whole path instead, after a sign: no name is empty. */
const dot = "\u2024";
const tokenOf = (path: unknown): string => `@${String(path).replaceAll(".", dot)}`;
const pathOf = (token: string): string => token.slice(1).replaceAll(dot, ".");

const tokensIn = (names: Rule): Rule => {
  if (typeof names === "string") return tokenOf(names);
  if (Array.isArray(names)) return names.map(tokensIn);
  return isOperator(names)
    ? Object.fromEntries(Object.entries(names).map(([name, value]) => [name, tokensIn(value)]))
    : names;
};

/** @param ofItem inside `map` and its like, where variables are the item's and not the flow's */
function translate(rule: Rule, ofItem = false): Rule {
  if (Array.isArray(rule)) return rule.map((one) => translate(one, ofItem));
  if (!isOperator(rule)) return rule;
  const [name, given] = Object.entries(rule)[0]!;
  const parts: Rule[] = Array.isArray(given) ? given : [given];
  if (name === "var") {
    const [path, otherwise = null] = parts;
    const value = { var: ofItem ? path : tokenOf(path) };
    // A default stands for what is empty too, not only for what is not there.
    return otherwise === null
      ? value
      : { if: [{ "===": [value, null] }, translate(otherwise, ofItem), value] };
  }
  if (name === "missing" || name === "missing_some") {
    const names = ofItem ? parts : parts.map(tokensIn);
    const missing = { [name]: name === "missing" ? [{ merge: names }] : names };
    return ofItem ? missing : { paths: [missing] };
  }
  const isOverItems = itemOperators.has(name);
  const translated = parts.map((one, place) => translate(one, ofItem || (isOverItems && place === 1)));
  return { [strictName(name)]: translated };
}

/** As the engine's `compileRule`, for rules that it takes. What it refuses is not told here. */
export const compileWithJsonLogic: CompileRule = (rule, bind = byName) => {
  const logic = translate(rule) as RulesLogic;
  const readers = ruleVariables(rule).map((path) => [tokenOf(path), bind(path)] as const);
  return (scope) => {
    const data = {};
    for (const [token, reader] of readers) {
      // Read when it is asked for: one that is not there throws, and perhaps nobody asks.
      Object.defineProperty(data, token, { get: () => reader(scope) ?? undefined });
    }
    return jsonLogic.apply(logic, data) as unknown;
  };
};
