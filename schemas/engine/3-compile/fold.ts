import type { Rule } from "../types.ts";
import { compileRule, truth } from "../4-evaluate/rules.ts";

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

const itemOperators = new Set(["map", "filter", "all", "none", "some", "reduce"]);

/** Puts the brand's facts into a rule and works out whatever depends on nothing else. */
export function foldRule(rule: Rule, constants: Constants): Rule {
  if (Array.isArray(rule)) return rule.map((item) => foldRule(item, constants));
  if (!isRule(rule)) return rule;
  const [name, value] = Object.entries(rule)[0]!;
  if (name === "var") {
    const path = Array.isArray(value) ? value[0] : value;
    const constant = typeof path === "string" ? constants(path) : undefined;
    return constant === undefined ? rule : constant;
  }
  // Inside these, `var` means the item.
  if (itemOperators.has(name) && Array.isArray(value)) {
    return { [name]: [foldRule(value[0], constants), ...value.slice(1)] };
  }
  const parts = (Array.isArray(value) ? value : [value]).map((part) => foldRule(part, constants));
  if (name === "and" || name === "or") return foldShortCircuit(name, parts);
  const folded = { [name]: parts };
  return parts.every(isConstant) && !name.startsWith("missing") ? compileRule(folded)(noVariables) : folded;
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
