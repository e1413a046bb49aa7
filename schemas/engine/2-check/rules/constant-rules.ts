/**
 * Whether a condition says the same whatever is answered, by trying it with a value for each way in which answers can lie
 * among the values that it is compared with: through ranges, and over several fields. What cannot be decided so (what
 * services give, operations, lists) may be either true or false, so that nothing is told of it that need not be so.
 */
import { compileRule, truth } from "../../4-evaluate/rules.ts";
import type { Rule } from "../../types/index.ts";
import { isObject } from "../report/values.ts";

/** What the answers at a path can be; undefined where that is not known. */
export type Domain = { numbers: true } | { texts: true } | { among: readonly unknown[] };
export type DomainOf = (path: string) => Domain | undefined;

/** More ways than these are not tried: nothing is said of such a condition. */
const maxTries = 20_000;

const comparisons = new Set(["==", "===", "!=", "!==", "<", "<=", ">", ">=", "in"]);

const partsOf = (rule: Record<string, unknown>, operator: string): Rule[] =>
  Array.isArray(rule[operator]) ? (rule[operator] as Rule[]) : [rule[operator]];

const isLiteral = (value: unknown): boolean => typeof value !== "object" || value === null;

const pathOf = (rule: unknown): string | undefined => {
  const path = isObject(rule) && Object.keys(rule).length === 1 ? rule["var"] : undefined;
  return typeof path === "string" ? path : undefined;
};

/** A condition over what can be tried, and the paths and values in it. */
interface Tried {
  rule: Rule;
  domains: Map<string, Domain>;
  literals: Set<unknown>;
  /** What may be either true or false, by its text. */
  open: Map<string, string>;
}

/** Gives `always` or `never` where a condition, with full paths, has one answer for all; otherwise undefined. */
export function constantValue(rule: Rule, domainOf: DomainOf): "always" | "never" | undefined {
  const tried: Tried = { rule: null, domains: new Map(), literals: new Set(), open: new Map() };
  const holds = compileRule(condition(rule, tried, domainOf));
  const paths = [...tried.domains.keys()];
  const values = [
    ...paths.map((path) => valuesOf(tried.domains.get(path)!, tried)),
    ...[...tried.open].map(() => [true, false]),
  ];
  const names = [...paths, ...tried.open.values()];
  if (names.length === 0) return undefined;
  if (values.reduce((count, one) => count * one.length, 1) > maxTries) return undefined;
  const seen = new Set<boolean>();
  const answers = new Map<string, unknown>();
  const tryFrom = (index: number): void => {
    if (seen.size === 2) return;
    if (index === names.length) {
      seen.add(truth(holds({ variable: (path) => answers.get(path) ?? null })));
      return;
    }
    for (const value of values[index]!) {
      answers.set(names[index]!, value);
      tryFrom(index + 1);
    }
  };
  tryFrom(0);
  return seen.size === 2 ? undefined : seen.has(true) ? "always" : "never";
}

/** A part of which only matters whether it holds. */
function condition(rule: Rule, tried: Tried, domainOf: DomainOf): Rule {
  if (typeof rule === "boolean" || rule === null) return rule;
  if (!isObject(rule)) return isLiteral(rule) ? rule : unknown(rule, tried);
  const operator = Object.keys(rule)[0] ?? "";
  const parts = partsOf(rule, operator);
  if (["and", "or", "if", "!", "!!"].includes(operator) && parts.length > 0) {
    return { [operator]: parts.map((part) => condition(part, tried, domainOf)) };
  }
  if (operator === "var") return known([rule], tried, domainOf) ? rule : unknown(rule, tried);
  const [first, list] = parts;
  const compared = operator === "in" && Array.isArray(list) ? [first, ...(list as Rule[])] : parts;
  const isDecided =
    comparisons.has(operator) &&
    (operator !== "in" || Array.isArray(list)) &&
    known(compared, tried, domainOf);
  return isDecided ? rule : unknown(rule, tried);
}

function unknown(rule: Rule, tried: Tried): Rule {
  const text = JSON.stringify(rule);
  const name = tried.open.get(text) ?? `?${tried.open.size}`;
  tried.open.set(text, name);
  return { var: name };
}

/** Whether all that is compared is a value, or an answer of one sort with it; notes what it is. */
function known(compared: Rule[], tried: Tried, domainOf: DomainOf): boolean {
  const literals = compared.filter((one) => isLiteral(one) && one !== null);
  const paths = compared.filter((one) => !isLiteral(one)).map(pathOf);
  const domains = paths.map((path) => (path === undefined ? undefined : domainOf(path)));
  const sorts = new Set([
    ...domains.map((domain) => domain && sortOf(domain)),
    ...literals.map((literal) => typeof literal),
  ]);
  if (sorts.size > 1 || sorts.has(undefined) || paths.length === 0) return false;
  // What no answer can be is told where it is compared.
  const isForeign = (literal: unknown): boolean =>
    domains.some((domain) => domain && "among" in domain && !domain.among.includes(literal));
  if (literals.some(isForeign)) return false;
  for (const [index, path] of paths.entries()) tried.domains.set(path!, domains[index]!);
  for (const literal of literals) tried.literals.add(literal);
  return true;
}

/** The sort of value by which it is compared; undefined where answers may be of several. */
function sortOf(domain: Domain): string | undefined {
  if ("numbers" in domain) return "number";
  if ("texts" in domain) return "string";
  const sorts = new Set(domain.among.map((value) => typeof value));
  return sorts.size === 1 ? [...sorts][0] : undefined;
}

/** No answer, and a value for each place among those that are compared with: at each, between, below and above. */
function valuesOf(domain: Domain, { domains, literals }: Tried): unknown[] {
  if ("among" in domain) return [null, ...domain.among];
  const all = [...literals, ...[...domains.values()].flatMap((one) => ("among" in one ? one.among : []))];
  // Answers that are compared with each other may lie in one gap in any order.
  const each = Math.max(1, domains.size);
  const steps = Array.from({ length: each }, (_, index) => index + 1);
  if ("texts" in domain) {
    const texts = [...new Set(["", ...all.filter((one) => typeof one === "string")])];
    return [null, ...texts.flatMap((text) => [text, ...steps.map((step) => text + "\u0000".repeat(step))])];
  }
  const numbers = [...new Set([0, ...all.filter((one) => typeof one === "number")])].toSorted(
    (a, b) => a - b,
  );
  return [
    null,
    ...steps.map((step) => numbers[0]! - step),
    ...numbers.flatMap((number, index) => {
      const gap = index + 1 < numbers.length ? numbers[index + 1]! - number : each + 1;
      return [number, ...steps.map((step) => number + (gap * step) / (each + 1))];
    }),
  ];
}
