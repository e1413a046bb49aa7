import { nearest } from "./nearest.ts";
import type { Field, Flow, Item, Project } from "./project.ts";
import type { DiagnosticCode } from "./messages.ts";
import type { Values } from "./diagnostic.ts";
import { asObject, isObject } from "./values.ts";

/** What the rules of one place may read. */
export interface Scope {
  /** Who speaks, as a sentence begins: `La regla de "request.city"`. */
  owner: string;
  flow?: Flow;
  /** The step in which the rule is evaluated; fields of later steps have no answer yet. */
  step?: number;
  /** `value`: the answer that a check is about. */
  value?: boolean;
  /** `labels.<field>`, `submission.number`: on the server, in programs. */
  program?: boolean;
  /** Inputs of a service's call. */
  input?: readonly string[];
  /** Names that programs have left before; undefined where none can be read. */
  results?: ReadonlySet<string>;
  /** The brands in whose revisions the rule stands. */
  brands: Item[];
}

export interface Finding {
  code: DiagnosticCode;
  values: Values;
  suggestion?: string | undefined;
}

/** What a path reads, when it can be read. */
export type Reading = { finding: Finding } | { field: Field } | { fact: string } | { other: true };

/** Heads of paths that mean something else than a step. */
export const reservedNames: ReadonlySet<string> = new Set([
  "brand",
  "input",
  "label",
  "labels",
  "limit",
  "mails",
  "options",
  "submission",
  "today",
  "value",
  "word",
  "Word",
]);

const callResult = new Set(["ok", "status", "failure", "data"]);

const factAt = (brand: Item, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), {
      code: brand.id,
      ...asObject(brand.value["facts"]),
    });

/** The values that a fact has, by brand; brands without it are left out. */
export function factValues(brands: Iterable<Item>, path: string): Map<Item, unknown> {
  const values = new Map<Item, unknown>();
  for (const brand of brands) {
    const value = factAt(brand, path);
    if (value !== undefined) values.set(brand, value);
  }
  return values;
}

/** All facts by path, of all brands. */
export function knownFacts(project: Project): Set<string> {
  const names = new Set<string>(["code"]);
  for (const brand of project.brands.values()) {
    for (const [name, value] of Object.entries(asObject(brand.value["facts"]))) {
      names.add(name);
      for (const key of Object.keys(asObject(value))) names.add(`${name}.${key}`);
    }
  }
  return names;
}

/** Judges a fact, and says in the file of each brand that lacks it that it is missing. */
export function readFact(project: Project, path: string, owner: string, brands: Item[]): Finding | undefined {
  const all = [...project.brands.values()];
  if (factValues(all, path).size === 0) {
    if (all.length === 0 || project.unsureBrands) return undefined;
    return {
      code: "unknown-fact",
      values: { owner, fact: path },
      suggestion: nearest(path, knownFacts(project)),
    };
  }
  for (const brand of brands) {
    if (factAt(brand, path) !== undefined) continue;
    const source = owner.charAt(0).toLowerCase() + owner.slice(1);
    const values = { brand: brand.id, fact: path, source };
    project.report.add(brand.file, ["facts"], "missing-fact", values, { part: "key", once: true });
  }
  return undefined;
}

/** Finds what a path reads in a scope, or what is wrong with it. */
export function readVariable(project: Project, scope: Scope, path: string): Reading {
  const { owner, flow } = scope;
  const [head = "", ...rest] = path.split(".");
  if (path === "today" || (scope.value && path === "value")) return { other: true };
  if (head === "brand" && rest.length > 0) {
    const fact = rest.join(".");
    const finding = readFact(project, fact, owner, scope.brands);
    return finding ? { finding: withPrefix(finding, "brand.") } : { fact };
  }
  if (scope.input && head === "input") {
    const [name] = rest;
    if (name === undefined || scope.input.includes(name)) return { other: true };
    const suggestion = nearest(
      path,
      scope.input.map((one) => `input.${one}`),
    );
    return { finding: { code: "unknown-variable", values: { owner, path }, suggestion } };
  }
  if (scope.program && path === "submission.number") return { other: true };
  const isLabel = scope.program === true && head === "labels" && rest.length > 0;
  const fieldPath = isLabel ? rest.join(".") : path;
  const field = flow?.fields.get(fieldPath);
  if (field) {
    if (scope.step === undefined || field.step <= scope.step) return { field };
    const step = flow?.steps[field.step]?.id ?? "";
    return { finding: { code: "later-step", values: { owner, path, step } } };
  }
  if (!isLabel && scope.results?.has(head)) {
    if (rest[0] === undefined || !scope.results.has(`${head}()`) || callResult.has(rest[0]))
      return { other: true };
    const suggestion = nearest(
      path,
      [...callResult].map((one) => [head, one, ...rest.slice(1)].join(".")),
    );
    return { finding: { code: "unknown-result", values: { owner, path }, suggestion } };
  }
  return { finding: notFound(scope, path, isLabel ? "labels." : "", fieldPath) };
}

const withPrefix = (finding: Finding, prefix: string): Finding => ({
  ...finding,
  suggestion: finding.suggestion === undefined ? undefined : prefix + finding.suggestion,
});

function notFound(scope: Scope, path: string, prefix: string, fieldPath: string): Finding {
  const { owner, flow } = scope;
  const fields = [...(flow?.fields.keys() ?? [])].map((one) => prefix + one);
  const names = ["today", ...(scope.value ? ["value"] : []), ...(scope.program ? ["submission.number"] : [])];
  const results = [...(scope.results ?? [])].filter((one) => !one.endsWith("()"));
  const [head = "", ...rest] = fieldPath.split(".");
  const likelyResult = nearest(head, results);
  const suggestion =
    nearest(path, [...fields, ...names]) ?? (likelyResult && [likelyResult, ...rest].join("."));
  if (flow && scope.results && allResults(flow).has(head)) {
    return { code: "unknown-result", values: { owner, path } };
  }
  const step = flow?.steps.find(({ id }) => id === head);
  if (flow && (step || (rest.length > 0 && !reservedNames.has(head)))) {
    const where = step ? ` al paso "${step.id}"` : "";
    return { code: "unknown-field", values: { owner, path, where }, suggestion };
  }
  return { code: "unknown-variable", values: { owner, path }, suggestion };
}

/** Names that any program of a flow leaves; a call's also with `()`. */
export function allResults(flow: Flow, before = Infinity): Set<string> {
  const names = new Set<string>();
  const visit = (lines: unknown): void => {
    for (const line of Array.isArray(lines) ? lines : []) {
      const { as, set, onFailure } = asObject(line);
      if (typeof as === "string") names.add(as).add(`${as}()`);
      for (const name of Object.keys(asObject(set))) names.add(name);
      visit(onFailure);
    }
  };
  for (const step of flow.steps) if (step.index < before) visit(step.value["onContinue"]);
  return names;
}
