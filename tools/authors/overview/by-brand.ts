/** What each brand has of a flow, and what its rules come to with the brand's facts and content in them. */
import { truth } from "../../../schemas/engine/all.ts";
import {
  absolute,
  asList,
  asObject,
  foldRule,
  isConstant,
  itemOperators,
  namesOfFile,
  type Constants,
  type Field,
  type Names,
  type Step,
} from "../../../schemas/engine/describe.ts";
import type { BrandView, View } from "./view.ts";

type Rule = unknown;

/** What a brand never has, whatever is answered. */
interface Absent {
  steps: Set<string>;
  fields: Set<string>;
  queries: Set<string>;
  constants: Constants;
}

const known = new WeakMap<BrandView, Absent>();

function absentIn({ flow }: View, view: BrandView): Absent {
  const before = known.get(view);
  if (before) return before;
  const steps = new Set<string>();
  const fields = new Set<string>();
  const queries = new Set<string>();
  const { rules } = namesOfFile(flow.value.rules);
  const constants: Constants = (path) => {
    if (path.startsWith("rules.")) {
      const folded = foldRule(rules?.(path.slice("rules.".length)), constants);
      return isConstant(folded) ? folded : undefined;
    }
    const [, query = "", part] = /^data\.([^.]+)\.(status|value)(?:\.|$)/.exec(path) ?? [];
    if (queries.has(query)) return part === "status" ? "idle" : null;
    if (path.startsWith("rules.")) return ruleAt(path.slice("rules.".length));
    return fields.has(path.replace(/^labels\./, "")) ? null : view.brand.constant(path);
  };
  const opened = new Set<string>();
  /** A named rule that the brand settles is a constant. */
  const ruleAt = (name: string): unknown => {
    const rule = flow.value.rules?.[name];
    if (rule === undefined || opened.has(name)) return undefined;
    opened.add(name);
    const folded = foldRule(rule, constants);
    opened.delete(name);
    return isConstant(folded) ? folded : undefined;
  };
  const { brand } = view;
  const isNever = (rule: Rule, names: Names = {}): boolean => {
    const folded = rule === undefined ? true : foldRule(absolute(rule, names), constants);
    return isConstant(folded) && !truth(folded);
  };
  const isOff = ({ onlyFor, visibleWhen }: Record<string, Rule>, names?: Names): boolean =>
    !brand.appliesTo(onlyFor) || isNever(visibleWhen, names);
  const lacks = (field: Field): boolean =>
    steps.has(flow.steps[field.step]!.id) ||
    (field.parent !== undefined && fields.has(field.parent.path)) ||
    sectionsOf(field).some((section) => !brand.appliesTo(section["onlyFor"])) ||
    isOff(field.value, field.names);
  const isUnasked = (query: Record<string, Rule>): boolean => {
    const optional = asList(query["optional"]);
    const inputs = Object.entries(asObject(query["with"])).filter(([name]) => !optional.includes(name));
    return isNever(query["when"]) || inputs.some(([, rule]) => foldRule(rule, constants) === null);
  };
  // What one rule settles may settle another.
  for (let found = -1; found !== steps.size + fields.size + queries.size;) {
    found = steps.size + fields.size + queries.size;
    for (const { id, value } of flow.steps) if (isOff(value)) steps.add(id);
    for (const [path, field] of flow.fields) if (lacks(field)) fields.add(path);
    for (const [id, query] of Object.entries(flow.value.data ?? {})) if (isUnasked(query)) queries.add(id);
  }
  const absent = { steps, fields, queries, constants };
  known.set(view, absent);
  return absent;
}

/** The sections, or what else in its file, that a field stands in. */
const sectionsOf = ({ at, file }: Field): Record<string, unknown>[] =>
  at.map((_, depth) =>
    asObject(at.slice(0, depth).reduce<unknown>((here, key) => asObject(here)[String(key)], file.value)),
  );

/** The brands that ask a field, whatever is answered before. */
export const brandsAsked = (view: View, field: Field): BrandView[] =>
  view.brands.filter((brand) => !absentIn(view, brand).fields.has(field.path));

export const brandsWithStep = (view: View, step: Step): BrandView[] =>
  view.brands.filter((brand) => !absentIn(view, brand).steps.has(step.id));

export const brandsWithQuery = (view: View, id: string): BrandView[] =>
  view.brands.filter((brand) => !absentIn(view, brand).queries.has(id));

/** The same flow, as some of its brands show it. */
export const within = (view: View, brands: BrandView[]): View =>
  brands.length === view.brands.length ? view : { ...view, brands };

/** A rule with constants in it and nothing worked out. */
function filledIn(rule: Rule, constants: Constants): Rule {
  if (Array.isArray(rule)) return rule.map((part) => filledIn(part, constants));
  if (typeof rule !== "object" || rule === null || Object.keys(rule).length !== 1) return rule;
  const [name, value] = Object.entries(rule)[0]!;
  if (name === "var") return constants(String(value)) ?? rule;
  const parts: Rule[] = Array.isArray(value) ? value : [value];
  return {
    [name]: parts.map((part, at) => (itemOperators.has(name) && at === 1 ? part : filledIn(part, constants))),
  };
}

export interface Version {
  /** Shown as these brands show it. */
  view: View;
  /** With full paths: true or false where nothing is left to decide. */
  rule: Rule;
}

/**
 * What a rule comes to in the brands: those together in which it comes to the same. A fact that settles nothing stays
 * in the rule as a fact.
 */
export function versionsOf(view: View, rule: Rule, names: Names = {}): Version[] {
  const whole = absolute(rule, names);
  const groups = new Map<string, { brands: BrandView[]; rule: Rule }>();
  for (const brand of view.brands) {
    const { constants } = absentIn(view, brand);
    const folded = foldRule(whole, constants);
    const settled = isConstant(folded) && typeof whole === "object";
    const isPlain = !settled && JSON.stringify(folded) === JSON.stringify(filledIn(whole, constants));
    const shown = isPlain ? whole : folded;
    const key = JSON.stringify(shown) ?? "";
    const group = groups.get(key) ?? { brands: [], rule: shown };
    group.brands.push(brand);
    groups.set(key, group);
  }
  return [...groups.values()].map((one) => ({ view: within(view, one.brands), rule: one.rule }));
}

/** As `versionsOf`, for a rule that holds or does not. */
export const conditionsOf = (view: View, rule: Rule, names?: Names): Version[] =>
  versionsOf(view, rule ?? true, names).map((one) =>
    isConstant(one.rule) ? { ...one, rule: truth(one.rule) } : one,
  );

/** The codes of brands, where they are not all. */
export const codesOf = (view: View, all: View): string | undefined =>
  view.brands.length === all.brands.length ? undefined : view.brands.map(({ code }) => code).join(", ");
