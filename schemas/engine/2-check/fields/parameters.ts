import { absolute } from "../../1-read/relative.ts";
import { dateIsValid } from "../../operations/date.ts";
import { dayInWords, jsonTypeInWords, shortened } from "../report/value-words.ts";
import { fits, typesOf } from "../services/input-types.ts";
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
  for (const one of receivers)
    checkTypes(project, field, scope, { one, owner: receiver(one, one === fragment) });
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

/** Checks that what is given is of the type of what stands there otherwise, as far as that is known. */
function checkTypes(
  project: Project,
  { file, at, value }: Field,
  scope: Scope,
  { one, owner }: { one: Kind | Fragment; owner: string },
): void {
  const where = { project, file, facts: [], made: new Map() };
  for (const [parameter, { default: otherwise }] of Object.entries(parametersOf(one))) {
    const rule = value.with?.[parameter];
    if (rule === undefined || otherwise === undefined) continue;
    const isDay = typeof otherwise === "string" && dateIsValid(otherwise);
    const [type] = typesOf({ ...where, scope: { owner, brands: scope.brands } }, otherwise) ?? [];
    const expected = type === "integer" ? "number" : type;
    const { flow } = scope;
    const given = typesOf({ ...where, ...(flow ? { flow } : {}), scope }, absolute(rule, scope.names ?? {}));
    const wrong = expected === undefined ? undefined : given?.find((found) => !fits(found, expected));
    const isNoDay = isDay && typeof rule === "string" && !dateIsValid(rule);
    if (expected === undefined || (wrong === undefined && !isNoDay)) continue;
    project.report.add(file, [...at, "with", parameter], "parameter-of-other-type", {
      owner,
      parameter,
      expected: isDay ? dayInWords : jsonTypeInWords(expected),
      found: isNoDay ? `"${shortened(rule)}"` : jsonTypeInWords(wrong),
    });
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
