import type { Rule } from "../types/index.ts";
import { compileRule, isAbsent, itemOperators, truth } from "../4-evaluate/rules.ts";

/** Gives the constant that a path stands for in one brand's revision, or undefined where it stays a variable. */
export type Constants = (path: string) => unknown;

const isRule = (part: unknown): part is Record<string, unknown> =>
  typeof part === "object" && part !== null && !Array.isArray(part) && Object.keys(part).length === 1;

/** Whether nothing of it depends on an answer: no rule stands in it. */
export const isConstant = (part: unknown): boolean =>
  Array.isArray(part) ? part.every(isConstant) : typeof part !== "object" || part === null;

const noVariables = {
  variable: (path: string): never => {
    throw new Error(`"${path}" is no constant`);
  },
};

/** Puts the brand's facts into a rule and works out whatever depends on nothing else. */
export function foldRule(rule: Rule, constants: Constants): Rule {
  if (Array.isArray(rule)) return rule.map((item) => foldRule(item, constants));
  if (!isRule(rule)) return rule;
  const [name, value] = Object.entries(rule)[0]!;
  if (name === "var") {
    const path = Array.isArray(value) ? value[0] : value;
    const constant = typeof path === "string" ? constants(path) : undefined;
    const otherwise = Array.isArray(value) && value.length > 1 ? foldRule(value[1], constants) : undefined;
    if (constant === undefined) return otherwise === undefined ? rule : { var: [path, otherwise] };
    return constant === null && otherwise !== undefined ? otherwise : constant;
  }
  // Inside these, `var` means the item.
  if (itemOperators.has(name) && Array.isArray(value)) {
    const [list, each, ...start] = value as Rule[];
    return {
      [name]: [list, each, ...start].map((part, at) => (at === 1 ? part : foldRule(part, constants))),
    };
  }
  if (name === "missing") return foldMissing(Array.isArray(value) ? value : [value], constants);
  if (name === "missing_some" && Array.isArray(value)) return foldMissingSome(value, constants);
  const parts = (Array.isArray(value) ? value : [value]).map((part) => foldRule(part, constants));
  if (name === "and" || name === "or") return foldShortCircuit(name, parts);
  const folded = { [name]: parts };
  return parts.every(isConstant) ? compileRule(folded)(noVariables) : folded;
}

/** Names of facts are settled here; the others stay to be asked. What is no plain list of names stays as it is. */
function settleNames(names: Rule[], constants: Constants) {
  const flat = names.flat(1);
  if (!flat.every((name) => typeof name === "string")) return undefined;
  const open = flat.filter((name) => constants(name) === undefined);
  const absent = flat.filter((name) => constants(name) !== undefined && isAbsent(constants(name)));
  return { open, absent, present: flat.length - open.length - absent.length };
}

function foldMissing(names: Rule[], constants: Constants): Rule {
  const settled = settleNames(names, constants);
  if (!settled) return { missing: names.map((name) => foldRule(name, constants)) };
  const { open, absent } = settled;
  if (open.length === 0) return absent;
  return absent.length === 0 ? { missing: open } : { merge: [absent, { missing: open }] };
}

function foldMissingSome([needed, names]: Rule[], constants: Constants): Rule {
  const settled = settleNames(Array.isArray(names) ? names : [names], constants);
  if (!settled || typeof needed !== "number") {
    return { missing_some: [foldRule(needed, constants), foldRule(names, constants)] };
  }
  const { open, absent, present } = settled;
  const left = needed - present;
  if (left <= 0) return [];
  if (open.length === 0) return absent;
  // Not enough can ever be there.
  if (left > open.length) return { merge: [absent, { missing: open }] };
  const some = { missing_some: [left, open] };
  if (absent.length === 0) return some;
  return { if: [{ "!": [some] }, [], { merge: [absent, { missing: open }] }] };
}

/** Folds a condition: undefined where it always holds, false where it never does. */
export function foldCondition(rule: Rule | undefined, constants: Constants): Rule | undefined | false {
  if (rule === undefined) return undefined;
  const folded = foldRule(rule, constants);
  if (!isConstant(folded)) return folded;
  return truth(folded) ? undefined : false;
}

/** A constant that decides nothing goes; one that decides ends the rule. The last part is kept, because it is the value. */
function foldShortCircuit(name: "and" | "or", parts: Rule[]): Rule {
  const kept: Rule[] = [];
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    if (!isConstant(part)) kept.push(part);
    else if (truth(part) === (name === "or")) {
      kept.push(part);
      break;
    } else if (last) kept.push(part);
  }
  return kept.length === 1 ? kept[0] : { [name]: kept };
}
