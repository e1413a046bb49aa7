import { operations } from "../operations/index.ts";
import type { Rule } from "../types/index.ts";

/** A rule that cannot be evaluated. Whoever evaluates it must refuse. */
export class RuleError extends Error {}

/** Where a rule reads its variables. `variable` gives null or undefined for what is absent and throws on an unknown path. */
export interface RuleScope {
  variable(path: string): unknown;
}

export type CompiledRule = (scope: RuleScope) => unknown;

/** Makes the reader of a path. Whoever knows where a path's value is kept binds it, once, when the rule is compiled. */
export type Bind = (path: string) => CompiledRule;

/** Makes a function of a rule: `compileRule`, or another evaluator that means the same. */
export type CompileRule = (rule: Rule, bind?: Bind) => CompiledRule;

export const byName: Bind = (path) => (scope) => scope.variable(path);
type Operator = (...values: unknown[]) => unknown;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Absent is null, undefined or an empty text: what a field without an answer has. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** JSON Logic's truth: as in JavaScript, and an empty list is false. */
export const truth = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

// Loose equality is JSON Logic's own.
// oxlint-disable-next-line eqeqeq
const looselyEqual = (a: unknown, b: unknown): boolean => a == b;
/** A number as people mean it: what is not one from end to end is none, and none is absent. */
const number = (value: unknown): number => (isAbsent(value) ? Number.NaN : Number(value));

/** As JSON Logic adds and multiplies: a text counts as far as it is a number. */
const leading = (value: unknown): number => (isAbsent(value) ? Number.NaN : Number.parseFloat(String(value)));

// Absent in, absent out: what is worked out from an answer that is not there is not there either.
const counted =
  (count: (...numbers: number[]) => number, read = number): Operator =>
  (...values) => {
    const result = count(...values.map(read));
    return Number.isNaN(result) ? null : result;
  };

const below = (a: unknown, b: unknown): boolean => (a as number) < (b as number);
const atMost = (a: unknown, b: unknown): boolean => (a as number) <= (b as number);

// An ordering or an inequality with an absent value is false, so that no rule shows or accepts for want of an answer.
const present =
  (holds: Operator): Operator =>
  (...values) =>
    !values.some(isAbsent) && holds(...values);

/** Operators over the values of their arguments. */
const eager: Record<string, Operator> = {
  "==": looselyEqual,
  "===": (a, b) => a === b,
  "!=": present((a, b) => !looselyEqual(a, b)),
  "!==": present((a, b) => a !== b),
  "<": present((a, b, c) => (c === undefined ? below(a, b) : below(a, b) && below(b, c))),
  "<=": present((a, b, c) => (c === undefined ? atMost(a, b) : atMost(a, b) && atMost(b, c))),
  ">": present((a, b) => below(b, a)),
  ">=": present((a, b) => atMost(b, a)),
  "!": (a) => !truth(a),
  "!!": (a) => truth(a),
  "+": counted((...values) => values.reduce((sum, value) => sum + value, 0), leading),
  "*": counted((...values) => values.reduce((product, value) => product * value, 1), leading),
  "-": counted((a = Number.NaN, b) => (b === undefined ? -a : a - b)),
  "/": counted((a = Number.NaN, b = Number.NaN) => a / b),
  "%": counted((a = Number.NaN, b = Number.NaN) => a % b),
  min: counted((...values) => Math.min(...values)),
  max: counted((...values) => Math.max(...values)),
  cat: (...values) => values.map((value) => (value === null ? "" : String(value))).join(""),
  in: (item, list) =>
    typeof list === "string"
      ? list !== "" && list.includes(String(item))
      : Array.isArray(list) && list.includes(item),
  merge: (...values) => values.flat(1),
  substr: (text, start, length) => {
    if (isAbsent(text)) return null;
    const from = String(text).slice(Number(start));
    if (length === undefined || length === null) return from;
    const end = Number(length);
    return end < 0 ? from.slice(0, end) : from.slice(0, end);
  },
};

/** What stands at a path in a value, by its own keys; null where nothing does. */
export const valueAt = (value: unknown, path: string): unknown => {
  let at = value;
  if (path !== "") {
    for (const key of path.split(".")) {
      if (at === null || at === undefined || !Object.hasOwn(Object(at), key)) return null;
      at = (at as Record<string, unknown>)[key];
    }
  }
  return at ?? null;
};

/** The scope inside `map`, `filter` and their like: only the item is seen. */
const itemScope = (item: unknown): RuleScope => ({ variable: (path) => valueAt(item, path) });

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

type Build = (parts: unknown[], bind: Bind) => CompiledRule;

const branch: Build = (parts, bind) => {
  const compiled = parts.map((part) => compileRule(part, bind));
  return (scope) => {
    let index = 0;
    for (; index + 1 < compiled.length; index += 2) {
      if (truth(compiled[index]!(scope))) return compiled[index + 1]!(scope);
    }
    return index < compiled.length ? compiled[index]!(scope) : null;
  };
};

/** `and` ends at the first false value, `or` at the first true one; both give that value. */
const shortCircuit =
  (endsOn: boolean): Build =>
  (parts, bind) => {
    const compiled = parts.map((part) => compileRule(part, bind));
    return (scope) => {
      let value: unknown = null;
      for (const rule of compiled) {
        value = rule(scope);
        if (truth(value) === endsOn) return value;
      }
      return value;
    };
  };

const overItems =
  (combine: (items: unknown[], rule: (item: unknown) => unknown) => unknown): Build =>
  ([list, each], bind) => {
    const items = compileRule(list, bind);
    const rule = compileRule(each);
    return (scope) => combine(asList(items(scope)), (item) => rule(itemScope(item)));
  };

const missingOf = (scope: RuleScope, paths: unknown[]): unknown[] =>
  paths.filter((path) => isAbsent(scope.variable(String(path))));

/** Operators that decide themselves which of their arguments are evaluated, and where. */
const lazy: Record<string, Build> = {
  var: ([path, otherwise], bind) => {
    if (typeof path !== "string" && typeof path !== "number") {
      throw new RuleError("var takes a path written out, not a rule");
    }
    const read = bind(String(path));
    if (otherwise === undefined) return (scope) => read(scope) ?? null;
    const fallback = compileRule(otherwise, bind);
    return (scope) => read(scope) ?? fallback(scope);
  },
  if: branch,
  "?:": branch,
  and: shortCircuit(false),
  or: shortCircuit(true),
  map: overItems((items, rule) => items.map(rule)),
  filter: overItems((items, rule) => items.filter((item) => truth(rule(item)))),
  all: overItems((items, rule) => items.length > 0 && items.every((item) => truth(rule(item)))),
  none: overItems((items, rule) => !items.some((item) => truth(rule(item)))),
  some: overItems((items, rule) => items.some((item) => truth(rule(item)))),
  reduce: ([list, each, start], bind) => {
    const items = compileRule(list, bind);
    const rule = compileRule(each);
    const first = compileRule(start ?? null, bind);
    return (scope) =>
      asList(items(scope)).reduce(
        (accumulator, current) => rule(itemScope({ current, accumulator })),
        first(scope),
      );
  },
  missing: (parts, bind) => {
    const compiled = parts.map((part) => compileRule(part, bind));
    return (scope) =>
      missingOf(
        scope,
        compiled.flatMap((rule) => rule(scope)),
      );
  },
  missing_some: ([needed, paths], bind) => {
    const compiled = compileRule(paths, bind);
    const enough = compileRule(needed, bind);
    return (scope) => {
      const all = asList(compiled(scope));
      const missing = missingOf(scope, all);
      return all.length - missing.length >= Number(enough(scope)) ? [] : missing;
    };
  },
};

/** Names of the operators of JSON Logic that rules may use; operations come on top. */
export const operators: ReadonlySet<string> = new Set([...Object.keys(eager), ...Object.keys(lazy)]);

const operatorNamed = (name: string): Operator | undefined =>
  Object.hasOwn(eager, name) ? eager[name] : Object.hasOwn(operations, name) ? operations[name] : undefined;

/**
 * Makes a function of a rule. An object with one key is an operator or an operation; every other value stands for itself.
 * @throws {RuleError} on an unknown operator, here and not when it is evaluated.
 */
export function compileRule(rule: Rule, bind: Bind = byName): CompiledRule {
  if (Array.isArray(rule)) {
    const items = rule.map((item) => compileRule(item, bind));
    return (scope) => items.map((item) => item(scope));
  }
  if (!isObject(rule)) return () => rule;
  const keys = Object.keys(rule);
  if (keys.length !== 1) throw new RuleError("a rule is an object with one operator");
  const name = keys[0]!;
  const value = rule[name];
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  if (Object.hasOwn(lazy, name)) return lazy[name]!(parts, bind);
  const operator = operatorNamed(name);
  if (!operator) throw new RuleError(`unknown operator "${name}"`);
  const compiled = parts.map((part) => compileRule(part, bind));
  if (compiled.length === 1) {
    const only = compiled[0]!;
    return (scope) => operator(only(scope));
  }
  if (compiled.length === 2) {
    const [left, right] = compiled as [CompiledRule, CompiledRule];
    return (scope) => operator(left(scope), right(scope));
  }
  return (scope) => operator(...compiled.map((part) => part(scope)));
}

/** Operators whose outcome is yes or no, whatever they are given. */
export const yesOrNoOperators: ReadonlySet<string> = new Set([
  "==",
  "===",
  "!=",
  "!==",
  "<",
  "<=",
  ">",
  ">=",
  "!",
  "!!",
  "in",
  "all",
  "some",
  "none",
]);

/** Operators whose second part is a rule over each item: inside it, `var` means the item. */
export const itemOperators: ReadonlySet<string> = new Set(["map", "filter", "all", "none", "some", "reduce"]);

/**
 * The paths that a rule reads from its own scope: not those inside `map` and its like, which see only the item. Every
 * text inside `missing` may be one.
 */
export function ruleVariables(rule: Rule): string[] {
  const found = new Set<string>();
  const texts = (part: unknown): void => {
    if (typeof part === "string") found.add(part);
    else if (Array.isArray(part)) part.forEach(texts);
    else if (isObject(part)) Object.values(part).forEach(texts);
  };
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (!isObject(part)) return;
    for (const [name, value] of Object.entries(part)) {
      const parts: unknown[] = Array.isArray(value) ? value : [value];
      if (name === "var") {
        found.add(String(parts[0]));
        visit(parts[1]);
      } else if (name === "missing") texts(parts);
      else if (name === "missing_some") {
        visit(parts[0]);
        texts(parts[1]);
      } else if (itemOperators.has(name)) {
        visit(parts[0]);
        visit(parts[2]);
      } else visit(parts);
    }
  };
  visit(rule);
  return [...found];
}
