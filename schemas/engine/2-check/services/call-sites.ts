/** What is known where a call of a program stands: what holds there, and what lines before it left. */
import { allOf, follows, noneOf, type Facts } from "../rules/implications.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Rule } from "../../types/index.ts";
import type { Flow, Project, CallDefinition } from "../project/project.ts";
import type { Scope } from "../variables/scope.ts";
import { asObject, isObject, type Definition } from "../report/values.ts";

/** What a line left under a name: a call's answer, or the values of `set`. */
export type EarlierResult = { under: Facts } & (
  | { call: CallDefinition; counts: boolean }
  | { entries: Definition }
);

/** What is known where a call stands. */
export interface CallSite {
  project: Project;
  file: ReadFile;
  /** Whose answers it reads, if it reads any. */
  flow?: Flow;
  scope: Scope;
  facts: Facts;
  made: ReadonlyMap<string, EarlierResult>;
}

/** What is known after a call that counts: that it was a success. `as` is the name of its result. */
export function factsOfSuccess(call: CallDefinition, as: string): Facts {
  const renamed = (rule: unknown): unknown => {
    if (Array.isArray(rule)) return rule.map(renamed);
    if (!isObject(rule)) return rule;
    if (!("var" in rule))
      return Object.fromEntries(Object.entries(rule).map(([key, part]) => [key, renamed(part)]));
    const [path, ...rest] = [rule["var"]].flat();
    // Its file tells of it.
    if (typeof path !== "string") return rule;
    const full = path === "status" ? `${as}.status` : path.replace(/^answer\b/, `${as}.data`);
    return { var: rest.length > 0 ? [full, ...rest] : full };
  };
  return call.success === undefined ? [] : allOf(renamed(call.success));
}

export const isKnown = ({ facts, scope }: CallSite, rule: Rule): boolean =>
  follows(rule, facts, scope.brands);

export const operationOf = (rule: Rule): [string, Rule[]] => {
  const [[name, parts] = ["", null]] = Object.entries(asObject(rule));
  return [name, (Array.isArray(parts) ? parts : [parts]) as Rule[]];
};

/** The values that a choice can give, each with what holds where it does. */
export const branchesOf = (where: CallSite, [condition, then, ...rest]: Rule[]): [CallSite, Rule][] => {
  if (then === undefined) return [[where, condition ?? null]];
  const under = (facts: Rule[]): CallSite => ({ ...where, facts: [...where.facts, ...facts] });
  return [[under(allOf(condition)), then], ...branchesOf(under(noneOf(condition)), rest)];
};

/** What `set` left at a path: a rule, and what is read of its value. */
export function entryAt(entries: Definition, [key = "", ...rest]: string[]): [Rule | undefined, string[]] {
  if (!Object.hasOwn(entries, key)) return [undefined, []];
  const entry = entries[key];
  if (isObject(entry) && "object" in entry)
    return rest.length > 0 ? entryAt(asObject(entry["object"]), rest) : [undefined, []];
  // One with a condition is null where it does not hold.
  if (isObject(entry) && "value" in entry) return [{ if: [entry["when"], entry["value"], null] }, rest];
  return [entry, rest];
}

export const withRest = (rule: Rule, rest: string[]): Rule =>
  isObject(rule) && typeof rule["var"] === "string" ? { var: [rule["var"], ...rest].join(".") } : rule;

/** A name that is set from what it was before means what it meant then. */
export const without = (made: CallSite["made"], name: string): Map<string, EarlierResult> =>
  new Map([...made].filter(([one]) => one !== name));
