/** A rule made easier to read, which holds when the rule does: negations moved inwards, and what is nested taken apart. */
import { yesOrNoOperators } from "../../../schemas/engine/all.ts";

type Rule = unknown;

const isRule = (rule: Rule): rule is Record<string, Rule> =>
  typeof rule === "object" && rule !== null && !Array.isArray(rule) && Object.keys(rule).length === 1;

const partsOf = (value: Rule): Rule[] => (Array.isArray(value) ? value : [value]);

/** Whether a rule gives yes or no, and no other value. */
export function isCondition(rule: Rule): boolean {
  if (typeof rule === "boolean") return true;
  if (!isRule(rule)) return false;
  const [operator, value] = Object.entries(rule)[0]!;
  return (
    yesOrNoOperators.has(operator) || (["and", "or"].includes(operator) && partsOf(value).every(isCondition))
  );
}

const together = (operator: "and" | "or", parts: Rule[]): Rule => {
  const all = parts.flatMap((part) => (isRule(part) && operator in part ? partsOf(part[operator]) : [part]));
  // What is settled decides the whole, or says nothing.
  const decisive = operator === "or";
  if (all.includes(decisive)) return decisive;
  const flat = all.filter((part) => typeof part !== "boolean");
  if (flat.length === 0) return !decisive;
  const seen = new Map(flat.map((part) => [JSON.stringify(part), part]));
  return seen.size === 1 ? flat[0] : { [operator]: [...seen.values()] };
};

function negated(rule: Rule): Rule {
  if (typeof rule === "boolean") return !rule;
  if (!isRule(rule)) return { "!": [rule] };
  const [operator, value] = Object.entries(rule)[0]!;
  const parts = partsOf(value);
  if (operator === "!") return readable(parts[0]);
  if (operator === "!!") return negated(parts[0]);
  if (operator === "and") return together("or", parts.map(negated));
  if (operator === "or") return together("and", parts.map(negated));
  if (operator === "some") return { none: parts };
  if (operator === "none") return { some: parts };
  return { "!": [readable(rule)] };
}

/** Takes a rule that is read as a condition. */
export function readable(rule: Rule): Rule {
  if (rule === null || rule === "" || rule === 0) return false;
  if (!isRule(rule)) return rule;
  const [operator, value] = Object.entries(rule)[0]!;
  const parts = partsOf(value);
  if (operator === "!") return negated(parts[0]);
  if (operator === "!!") return readable(parts[0]);
  if (operator === "and" || operator === "or") return together(operator, parts.map(readable));
  if ((operator === "if" || operator === "?:") && parts.length === 3) {
    const [when, then, otherwise] = parts.map(readable);
    if (otherwise === true) return { if: [when, then] };
    if (otherwise === false) return together("and", [when, then]);
    return { if: [when, then, otherwise] };
  }
  return rule;
}
