import { brandFacts, derivedFacts } from "../../1-read/brand-facts.ts";
import { nearest } from "../report/nearest.ts";
import type { Brand, Project, OnlyFor } from "../project/project.ts";
import type { VariableProblem } from "./scope.ts";
import { isObject } from "../report/values.ts";

const factAt = (brand: Brand, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      brandFacts(brand.id, brand.value),
    );

/** The values that a fact has, by brand; brands without it are left out. */
export function factValues(brands: Iterable<Brand>, path: string): Map<Brand, unknown> {
  const values = new Map<Brand, unknown>();
  for (const brand of brands) {
    const value = factAt(brand, path);
    if (value !== undefined) values.set(brand, value);
  }
  return values;
}

/** Those of the brands that something is for. */
export const brandsFor = (brands: Brand[], onlyFor: OnlyFor | undefined): Brand[] =>
  brands.filter((brand) =>
    Object.entries(onlyFor ?? {}).every(([fact, wanted]) =>
      [wanted].flat().some((one) => one === factValues([brand], fact).get(brand)),
    ),
  );

/** All facts by path, of all brands. */
export function knownFacts(project: Project): Set<string> {
  const names = new Set<string>(derivedFacts);
  for (const brand of project.brands.values()) {
    for (const [name, value] of Object.entries(brand.value.facts ?? {})) {
      names.add(name);
      for (const key of Object.keys(isObject(value) ? value : {})) names.add(`${name}.${key}`);
    }
  }
  return names;
}

/** Judges a fact, and says in the file of each brand that lacks it that it is missing. */
export function readFact(
  project: Project,
  path: string,
  owner: string,
  brands: Brand[],
): VariableProblem | undefined {
  const all = [...project.brands.values()];
  if (factValues(all, path).size === 0) {
    if (all.length === 0 || project.hasUnresolvedBrands) return undefined;
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
