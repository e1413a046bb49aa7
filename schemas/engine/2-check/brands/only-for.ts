import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { nearest } from "../report/nearest.ts";
import {
  brandsOf,
  type Project,
  type Brand,
  type OptionTree,
  type OnlyFor,
  type PresetPart,
} from "../project/project.ts";
import { namedOptions } from "../project/presets.ts";
import { everyNodeOf } from "../project/option-trees.ts";
import { factValues, readFact } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";

/** `onlyFor` names facts that there are, with values that a brand has. */
export function checkOnlyFor(
  project: Project,
  file: ReadFile,
  onlyFor: OnlyFor | undefined,
  at: JsonPath,
  scope: Scope,
): void {
  for (const [fact, wanted] of Object.entries(onlyFor ?? {})) {
    const finding = readFact(project, fact, scope.owner, scope.brands);
    const { report } = project;
    if (finding) {
      const { suggestion } = finding;
      const options = { part: "key" as const, suggestion };
      report.add(file, [...at, "onlyFor", fact], finding.code, finding.values, options);
      continue;
    }
    const known = [...factValues(project.brands.values(), fact).values()];
    for (const [index, value] of [wanted].flat().entries()) {
      if (known.length === 0 || project.hasUnresolvedBrands || known.includes(value)) continue;
      // What is there for brands that lack something stays right where all of those here have it.
      if (typeof value === "boolean" && known.every((one) => typeof one === "boolean")) continue;
      const place = Array.isArray(wanted) ? [...at, "onlyFor", fact, index] : [...at, "onlyFor", fact];
      const values = {
        path: `brand.${fact}`,
        value: JSON.stringify(value),
        allowed: [...new Set(known.map((one) => JSON.stringify(one)))].join(", "),
      };
      const suggestion = nearest(String(value), known.map(String));
      report.add(file, place, "never-true", values, { suggestion });
    }
  }
}

/** Checks for which brands the options are that a field or kind lists. `at` is the place of `options`. */
export function checkListedFor(
  project: Project,
  file: ReadFile,
  options: PresetPart["options"],
  at: JsonPath,
  scope: Scope,
): void {
  const listed = namedOptions(options);
  for (const source of ["list", "also"] as const) {
    for (const [index, { onlyFor }] of (listed[source] ?? []).entries()) {
      checkOnlyFor(project, file, onlyFor, [...at, source, index], scope);
    }
  }
}

/** Checks for which brands the options of all trees are. */
export function checkTreesFor(project: Project): void {
  const check = (tree: OptionTree, brands: Brand[]): void => {
    const scope = { owner: `El árbol "${tree.id}"`, brands };
    for (const { onlyFor, at } of everyNodeOf(tree)) {
      checkOnlyFor(project, tree.file, onlyFor, at, scope);
    }
  };
  for (const tree of project.trees.values()) check(tree, [...project.brands.values()]);
  for (const flow of new Set(project.flows.values())) {
    for (const tree of flow.trees.values()) if (tree.owner !== "") check(tree, brandsOf(project, flow.id));
  }
}
