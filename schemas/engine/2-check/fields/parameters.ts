import { nearest } from "../report/nearest.ts";
import { parametersOf, presetsOfField } from "../project/presets.ts";
import type { Brand, Field, Project, Fragment, Kind } from "../project/project.ts";
import { checkRule } from "../rules/rules.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks what a field gives for the parameters of its fragment and its kind. */
export function checkArguments(project: Project, field: Field, scope: Scope): void {
  const { file, at, value } = field;
  const given = value.with ?? {};
  for (const [name, rule] of Object.entries(given)) {
    checkRule(project, file, rule, [...at, "with", name], scope);
  }
  const used = value.use;
  const fragment = used === undefined ? undefined : project.fragments.get(used);
  const kinds = presetsOfField(project, field);
  const all = [...(fragment ? [fragment] : []), ...kinds];
  const receivers = all.filter((one) => !project.report.isInvalid(one.file));
  const unresolved = (used !== undefined && !fragment) || kinds.length === 0 || receivers.length < all.length;
  const declared = new Set(receivers.flatMap((one) => Object.keys(parametersOf(one))));
  const owner = receiver(fragment ?? kinds[0], fragment !== undefined);
  const misspelt = new Set<string>();
  for (const name of Object.keys(given)) {
    if (declared.has(name) || unresolved) continue;
    const suggestion = nearest(
      name,
      [...declared].filter((one) => !(one in given)),
    );
    if (suggestion !== undefined) misspelt.add(suggestion);
    const options = { part: "key" as const, suggestion };
    project.report.add(file, [...at, "with", name], "unknown-parameter", { owner, parameter: name }, options);
  }
  for (const one of receivers) {
    for (const [name, parameter] of Object.entries(parametersOf(one))) {
      if (name in given || "default" in parameter || misspelt.has(name)) continue;
      const values = { owner: receiver(one, one === fragment), parameter: name };
      const place = "with" in value ? [...at, "with"] : [...at, one === fragment ? "use" : "kind"];
      const options = "with" in value ? { part: "key" as const } : {};
      project.report.add(file, place, "missing-parameter", values, options);
    }
  }
}

const receiver = (item: Kind | Fragment | undefined, isFragment: boolean): string =>
  `${isFragment ? "El fragmento" : "El tipo"} "${item?.id ?? ""}"`;

/** Checks the defaults of the parameters that a fragment or kind declares, for the brands that it is for. */
export function checkDefaults(project: Project, item: Kind | Fragment, owner: string, brands: Brand[]): void {
  for (const [name, parameter] of Object.entries(parametersOf(item))) {
    const { default: otherwise } = parameter;
    if (otherwise === undefined) continue;
    checkRule(project, item.file, otherwise, ["parameters", name, "default"], { owner, brands });
  }
}
