import type { JsonPath } from "../../1-read/locate.ts";
import { absolute } from "../../1-read/relative.ts";
import { depend, type Dependencies } from "../rules/dependencies.ts";
import { checkAnswered } from "../variables/answered-fields.ts";
import { checkEvent } from "./events.ts";
import { checkOfferedDocument } from "./offered-documents.ts";
import { checkComputed } from "./computed.ts";
import { checkContainer } from "./groups.ts";
import { checkLeafKeywords } from "./leaf-keywords.ts";
import { nearest } from "../report/nearest.ts";
import { checkFormat, checkPreset, reportUnsteadyFormat } from "./preset-parts.ts";
import { checkFormatFits } from "./format-fits.ts";
import { checkPageLink } from "./page-links.ts";
import { checkRange } from "./ranges.ts";
import { giverOf, placeOfPath } from "../variables/field-paths.ts";
import { checkArguments } from "./parameters.ts";
import { isRaw, namesInKindOf, presetsOfField, typeOf } from "../project/presets.ts";
import type { Field, Flow, Project, PresetPart } from "../project/project.ts";
import { checkRaw } from "../raw/raw-steps.ts";
import { checkRule, usesOfRule, type Use } from "../rules/rules.ts";
import { scopeOfField } from "../variables/scope-of-field.ts";
import { checkShape, validatorOf, type Grammar } from "../grammar/shape.ts";
import type { Scope } from "../variables/scope.ts";

import { checkWidget } from "./widgets.ts";
import { checkListedFor, checkOnlyFor } from "../brands/only-for.ts";

const conditions = ["visibleWhen", "enabledWhen", "requiredWhen", "computed"] as const;

/** Checks one field: its kind first, then only what such a field can have. */
export function checkField(
  project: Project,
  flow: Flow,
  field: Field,
  scope: Scope,
  grammar: Grammar,
  dependencies: Dependencies,
): void {
  const { value, at, path, file } = field;
  depend(dependencies, path, { to: `paso ${flow.steps[field.step]?.id}` });
  if (field.parent) depend(dependencies, path, { to: field.parent.path });
  if (isRaw(field)) return checkRaw(project, field);
  checkKind(project, field, grammar);
  checkWidget(project, file, [...at, "widget"], value.widget, typeOf(project, field));
  checkContainer(project, field, scope, dependencies);
  const type = typeOf(project, field);
  const displayScope: Scope = { ...scope, readsButtonQueries: true };
  const rule = (part: unknown, place: JsonPath, within: Scope): void => {
    if (part === undefined) return;
    for (const use of checkRule(project, file, part, place, within)) dependOn(dependencies, path, use);
  };
  for (const key of conditions) {
    rule(value[key], [...at, key], key === "visibleWhen" && type === "display" ? displayScope : scope);
  }
  checkComputed(project, flow, field, scope);
  for (const [name, limit] of Object.entries(value.limits ?? {})) rule(limit, [...at, "limits", name], scope);
  checkLimits(project, field);
  checkPageLink(project, flow, field, scope.brands);
  if (value.share) {
    rule(value.share.of, [...at, "share", "of"], scope);
    checkFormat(project, file, value.share, [...at, "share"], scope);
  }
  const kinds = presetsOfField(project, field);
  const patternWith = ({ schema }: PresetPart): unknown =>
    ({ ...(kinds.length === 1 ? kinds[0]!.value.schema : {}), ...value.schema, ...schema })["pattern"];
  const preset = (said: PresetPart, place: JsonPath): void => {
    checkPreset(project, file, said, place, scope, field);
    checkFormatFits(project, file, said.format, [...place, "format"], { type, pattern: patternWith(said) });
    checkLeafKeywords(project, {
      file,
      at: [...place, "schema"],
      schema: said.schema,
      type,
      kind: String(value.kind),
      over: kinds,
    });
  };
  preset(value, at);
  for (const [index, variant] of (value.variants ?? []).entries()) {
    rule(variant.when, [...at, "variants", index, "when"], scope);
    preset(variant, [...at, "variants", index]);
  }
  for (const [id, item] of Object.entries(value.items ?? {})) {
    rule(item.visibleWhen, [...at, "items", id, "visibleWhen"], displayScope);
  }
  dependOnKind(project, flow, field, scope, dependencies);
  checkArguments(project, field, scope);
  checkOnlyFor(project, file, value.onlyFor, at, scope);
  checkListedFor(project, file, value.options, [...at, "options"], scope);
  checkRange(project, file, [value.min, value.max], [...at, "min"]);
  checkResets(project, flow, field, scope);
  checkEvent(project, flow, field, scope);
  checkOfferedDocument(project, flow, field, scope);
}

/** Limits that are written, and not worked out, let some number in, within those of `schema` too. */
function checkLimits(project: Project, { file, at, value }: Field): void {
  const { limits = {}, schema = {} } = value;
  const { minimum, maximum } = { minimum: schema["minimum"], maximum: schema["maximum"], ...limits };
  const key = "minimum" in limits ? "minimum" : "maximum";
  if (key in limits) checkRange(project, file, [minimum, maximum], [...at, "limits", key]);
}

const dependOn = (dependencies: Dependencies, from: string, { to, at, file }: Use): void =>
  depend(dependencies, from, { to, at, file });

function checkKind(project: Project, { value, at, file }: Field, grammar: Grammar): void {
  const { report } = project;
  const kind = value.kind;
  if (kind === undefined) return;
  if (!project.kinds.has(kind) && !project.isUnresolved("kind", kind)) {
    const suggestion = nearest(kind, project.kinds.keys());
    report.add(file, [...at, "kind"], "unknown-kind", { kind }, { suggestion });
  }
  const type = typeOf(project, { value, at });
  const validate = type && validatorOf(grammar, "flow", `${type}Field`);
  if (!validate) return;
  const subject = { report, file, value, root: at, kind, type };
  if (checkShape(subject, validate).length > 0) report.markInvalid(file, at);
}

/** What the rules of its kind read, through what the field gives for the parameters. */
function dependOnKind(
  project: Project,
  flow: Flow,
  field: Field,
  scope: Scope,
  dependencies: Dependencies,
): void {
  const { file, at, value } = field;
  for (const kind of presetsOfField(project, field)) {
    const rules = (kind.value.variants ?? []).map((variant) => variant.when);
    if (value.enabledWhen === undefined) rules.push(kind.value.enabledWhen);
    const names = namesInKindOf(kind, field);
    const steady = Object.values((typeof kind.value.format === "object" && kind.value.format.with) || {});
    if (steady.some((rule) => usesOfRule(project, scope, absolute(rule, names)).length > 0)) {
      reportUnsteadyFormat(project, file, [...at, "with" in value ? "with" : "kind"], scope.owner);
    }
    const read = rules.flatMap((rule) => usesOfRule(project, { ...scope, flow }, absolute(rule, names)));
    for (const to of read) {
      depend(dependencies, field.path, { to, at: [...at, "with" in value ? "with" : "kind"], file });
    }
  }
}

function checkResets(project: Project, flow: Flow, field: Field, scope: Scope): void {
  const { file, value } = field;
  const scopeOf = (one: Field): Scope => scopeOfField(project, flow, one, scope.open);
  for (const [index, path] of (value.resets ?? []).entries()) {
    const place = { file, at: [...field.at, "resets", index], path };
    const found = placeOfPath(project, scope, place, giverOf(project, field, scopeOf));
    const reset = found && checkAnswered(project, found, { ...found.scope, owner: scope.owner });
    if (reset?.path === field.path) {
      project.report.add(file, [...field.at, "resets", index], "resets-itself", { path: field.path });
    }
  }
}
