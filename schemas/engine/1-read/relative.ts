import { itemOperators } from "../4-evaluate/rules.ts";
import type { Rule } from "../types/index.ts";

/** What the relative names `group.…`, `row.…`, `with.…` and `rules.…` mean where a rule stands. */
export interface Names {
  /** Path of the nearest group or list around it. */
  group?: string;
  /** Path of the list in whose rows it stands. */
  row?: string;
  /** In a fragment or kind: what is given for its parameters. Elsewhere `with.…` is a value of the run. */
  with?: Given;
  /** In a flow or screen: the rule that it gives a name, with what other named rules say in their place. */
  rules?: NamedRules;
}

/** Gives a rule by its name; undefined where there is none. One that stands in a circle reads as null. */
export type NamedRules = (name: string) => Rule | undefined;

/** Rules by parameter, and what relative names mean where they were given. */
export interface Given {
  given: Record<string, Rule>;
  defaults: Record<string, Rule>;
  names: Names;
}

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === "object" && part !== null && !Array.isArray(part);

/** What a relative name stands for: a rule. Other names stand for themselves. Null is a parameter without a value. */
export function named(path: string, names: Names): Rule {
  const [head = "", ...rest] = path.split(".");
  if ((head === "group" || head === "row") && rest.length > 0) {
    const around = names[head];
    return { var: around === undefined ? path : [around, ...rest].join(".") };
  }
  if (head === "rules" && rest.length === 1) {
    const rule = names.rules?.(rest[0]!);
    return rule === undefined ? { var: path } : rule;
  }
  if (head !== "with" || !names.with) return { var: path };
  const [parameter = "", ...inner] = rest;
  const { given, defaults, names: outer } = names.with;
  const rule = Object.hasOwn(given, parameter)
    ? absolute(given[parameter], outer)
    : Object.hasOwn(defaults, parameter)
      ? defaults[parameter]!
      : null;
  if (inner.length === 0) return rule;
  const whole = pathOf(rule);
  return whole === undefined ? null : { var: [whole, ...inner].join(".") };
}

/** The names that the rules of a flow's or screen's own file may use: of its named rules, `rules` in the file. */
export function namesOfFile(rules: unknown): Names {
  if (!isObject(rules)) return {};
  const read = new Map<string, Rule>();
  const names: Names = {
    rules: (name) => {
      if (!Object.hasOwn(rules, name)) return undefined;
      if (!read.has(name)) {
        // While it is read it is null, so that a circle ends; the checker tells of it.
        read.set(name, null);
        read.set(name, absolute(rules[name], names));
      }
      return read.get(name);
    },
  };
  return names;
}

const pathOf = (rule: Rule): string | undefined =>
  isObject(rule) && typeof rule["var"] === "string" ? rule["var"] : undefined;

/** The full path of a relative one; undefined where it stands for something else than a path. */
export const absolutePath = (path: string, names: Names): string | undefined => pathOf(named(path, names));

/** A rule with full paths in the place of relative names, and what was given in the place of parameters. */
export function absolute(rule: Rule, names: Names): Rule {
  if (Array.isArray(rule)) return rule.map((part) => absolute(part, names));
  if (!isObject(rule)) return rule;
  const keys = Object.keys(rule);
  const operator = keys[0];
  if (operator === undefined || keys.length !== 1) return rule;
  const value = rule[operator];
  if (operator === "var") return variable(value, names);
  if (operator === "missing") return { missing: paths(value, names) };
  if (operator === "missing_some" && Array.isArray(value)) {
    return { missing_some: [absolute(value[0], names), paths(value[1], names)] };
  }
  if (itemOperators.has(operator) && Array.isArray(value)) {
    // Inside, `var` means the item.
    return { [operator]: value.map((part, index) => (index === 1 ? part : absolute(part, names))) };
  }
  return { [operator]: absolute(value, names) };
}

/**
 * A part of a file whose rules stand among what is no rule, at any depth, with full paths in the place of relative names.
 */
function withAbsoluteRules<Part>(part: Part, names: Names): Part {
  const placed = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(placed);
    if (!isObject(one)) return one;
    const [operator = "", ...others] = Object.keys(one);
    if (others.length === 0 && (readers.has(operator) || itemOperators.has(operator)))
      return absolute(one, names);
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, placed(inner)]));
  };
  return placed(part) as Part;
}

/** A screen with what its named rules say in their place. */
export const withNamedRules = <Screen extends { rules?: unknown }>(screen: Screen): Screen =>
  screen.rules === undefined ? screen : withAbsoluteRules(screen, namesOfFile(screen.rules));

/** Operators whose arguments are names. */
const readers = new Set(["var", "missing", "missing_some"]);

function variable(value: unknown, names: Names): Rule {
  const [path, ...otherwise] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof path !== "string") return { var: value };
  const meant = named(path, names);
  if (otherwise.length === 0) return meant;
  const fallback = absolute(otherwise[0], names);
  const full = pathOf(meant);
  if (full !== undefined) return { var: [full, fallback] };
  return meant === null ? fallback : { if: [{ "==": [meant, null] }, fallback, meant] };
}

/** The names in `missing`, at any depth. */
function paths(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => paths(one, names));
  return typeof value === "string" ? (absolutePath(value, names) ?? value) : absolute(value, names);
}
