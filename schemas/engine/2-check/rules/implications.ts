/** What holds where a line of a program stands, as far as it is said: the conditions that it is under. */
import { absolute, type Names } from "../../1-read/relative.ts";
import { compileRule, ruleVariables, truth } from "../../4-evaluate/rules.ts";
import type { Rule } from "../../types/index.ts";
import { factValues } from "../variables/facts.ts";
import type { Brand, OnlyFor } from "../project/project.ts";
import { isObject } from "../report/values.ts";

/** Conditions with full paths, each of which holds. */
export type Facts = readonly Rule[];

const operation = (rule: Rule): [name: string, parts: Rule[]] | undefined => {
  if (!isObject(rule)) return undefined;
  const [[name, parts] = ["", null]] = Object.entries(rule);
  return [name, (Array.isArray(parts) ? parts : [parts]) as Rule[]];
};

/** A condition in its shortest form: `!!` says no more than what is in it. */
function plain(rule: Rule): Rule {
  const [name, parts] = operation(rule) ?? [];
  return name === "!!" ? plain(parts![0]) : rule;
}

/** All that holds where a condition does. */
export function allOf(rule: Rule | undefined, names: Names = {}): Rule[] {
  if (rule === undefined) return [];
  const whole = plain(absolute(rule, names));
  const [name, parts] = operation(whole) ?? [];
  if (name === "and") return parts!.flatMap((part) => allOf(part));
  if (name === "!") {
    const inner = plain(parts![0]);
    const [within, alternatives] = operation(inner) ?? [];
    if (within === "!") return allOf(alternatives![0]);
    if (within === "or") return alternatives!.flatMap((part) => noneOf(part));
    return [{ "!": inner }];
  }
  return [whole];
}

/** All that holds where a condition does not. */
export const noneOf = (rule: Rule, names: Names = {}): Rule[] => allOf({ "!": absolute(rule, names) });

const comparisons = new Set(["==", "===", ">", ">=", "<", "<=", "in"]);

const isRead = (rule: Rule | undefined, path: string): boolean =>
  isObject(rule) && [rule["var"]].flat()[0] === path && [rule["var"]].flat()[1] === undefined;

const isValue = (rule: Rule | undefined): boolean =>
  rule !== null && rule !== "" && (typeof rule !== "object" || Array.isArray(rule));

/** Whether what holds says that there is something at a path: it is a condition itself, or it is compared with a value. */
export const isTested = (facts: Facts, path: string): boolean =>
  facts.some((fact) => {
    if (isRead(fact, path)) return true;
    const [name = "", parts = []] = operation(fact) ?? [];
    if (!comparisons.has(name)) return false;
    return (
      parts.some((part) => isRead(part, path)) && parts.every((part) => isRead(part, path) || isValue(part))
    );
  });

const ofBrands = (rule: Rule): boolean => {
  const read = ruleVariables(rule);
  return read.length > 0 && read.every((path) => path.startsWith("brand."));
};

const holdsFor = (brand: Brand, rule: Rule): boolean =>
  truth(
    compileRule(rule)({
      variable: (path) => factValues([brand], path.slice("brand.".length)).get(brand) ?? null,
    }),
  );

/** The brands for which what holds can hold. */
export const brandsWhere = (facts: Facts, brands: Brand[]): Brand[] =>
  brands.filter((brand) => facts.every((fact) => !ofBrands(fact) || holdsFor(brand, fact)));

/** Whether a condition follows from what holds: the same one, part of it, a test of what it tests, or a brand's facts. */
export function follows(rule: Rule, facts: Facts, brands: Brand[]): boolean {
  const known = new Set(facts.map((fact) => JSON.stringify(fact)));
  return allOf(rule).every((part) => {
    if (known.has(JSON.stringify(part))) return true;
    const [name, parts = []] = operation(part) ?? [];
    if (name === "or") return parts.some((one) => follows(one, facts, brands));
    if (name === "var" && typeof parts[0] === "string" && isTested(facts, parts[0])) return true;
    return ofBrands(part) && brandsWhere(facts, brands).every((brand) => holdsFor(brand, part));
  });
}

/** The values of `onlyFor`, as a condition. */
export const onlyForRule = (onlyFor: OnlyFor): Rule => ({
  and: Object.entries(onlyFor).map(([fact, wanted]) => ({
    in: [{ var: `brand.${fact}` }, Array.isArray(wanted) ? wanted : [wanted]],
  })) as Rule[],
});
