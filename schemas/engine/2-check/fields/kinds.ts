import type { JsonPath } from "../../1-read/locate.ts";
import { checkListedFor } from "../brands/only-for.ts";
import { checkList } from "./options.ts";
import { checkDefaults } from "./parameters.ts";
import { checkPreset } from "./preset-parts.ts";
import { checkFormatFits } from "./format-fits.ts";
import { checkLeafKeywords } from "./leaf-keywords.ts";
import { nearest } from "../report/nearest.ts";
import { parametersOf, typeOfKind } from "../project/presets.ts";
import type { Kind, Project, PresetPart } from "../project/project.ts";
import { usersOf, withoutBrands } from "../project/reach.ts";
import { checkRule } from "../rules/rules.ts";
import { shortened } from "../report/value-words.ts";
import { checkWidget } from "./widgets.ts";
import { factValues, readFact, readVariable } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks what kinds mean apart from the flows that use them. */
export function checkKinds(project: Project): void {
  for (const kind of new Set(project.kinds.values())) {
    const users = usersOf(project, kind);
    const brands = users ?? [];
    const parameters = new Set(Object.keys(parametersOf(kind)));
    const owner = `El tipo "${kind.id}"`;
    const scope: Scope = { owner, brands, parameters, declares: owner };
    const judged = users ? project : withoutBrands(project);
    if ("byFact" in kind.value) checkByFact(judged, kind, scope);
    else checkRules(judged, kind, scope);
  }
}

function checkRules(project: Project, kind: Kind, scope: Scope): void {
  const { file, value } = kind;
  const { type } = value;
  // What holds fields is opened by these two names alone.
  if ((type === "group" || type === "list") && kind.id !== type) {
    const allowed = "los demás tipos de valor";
    project.report.add(file, ["type"], "unknown-value", { value: type, allowed });
  }
  checkWidget(project, file, ["widget"], value.widget, typeOfKind(kind));
  checkDefaults(project, kind, scope.owner, scope.brands);
  const preset = (said: PresetPart, at: JsonPath): void => {
    checkPreset(project, file, said, at, scope, type);
    const { pattern } = { ...value.schema, ...said.schema };
    checkFormatFits(project, file, said.format, [...at, "format"], { type, pattern });
    const subject = { file, schema: said.schema, type: typeOfKind(kind), kind: kind.id };
    checkLeafKeywords(project, { ...subject, at: [...at, "schema"] });
  };
  preset(value, []);
  if (value.enabledWhen !== undefined) checkRule(project, file, value.enabledWhen, ["enabledWhen"], scope);
  for (const [index, variant] of (value.variants ?? []).entries()) {
    const at = ["variants", index];
    checkRule(project, file, variant.when, [...at, "when"], scope);
    preset(variant, at);
  }
  const options = value.options ?? {};
  checkList(project, file, options, ["options"]);
  if (options.where !== undefined) {
    checkRule(project, file, options.where, ["options", "where"], { ...scope, option: {} });
  }
  checkListedFor(project, file, options, ["options"], scope);
  const { tree, under } = { tree: options.tree, under: options.under };
  const flows = [...project.flows.values()];
  const isKnown = (id: string): boolean =>
    project.trees.has(id) || project.isUnresolved("options", id) || flows.some(({ trees }) => trees.has(id));
  if (tree !== undefined && !isKnown(tree)) {
    const suggestion = nearest(tree, project.trees.keys());
    const values = { tree, where: "en schemas/options" };
    project.report.add(file, ["options", "tree"], "unknown-tree", values, { suggestion });
  }
  if (under === undefined) return;
  const reading = readVariable(project, scope, under);
  if (!("finding" in reading)) return;
  const { code, values, suggestion } = reading.finding;
  project.report.add(file, ["options", "under"], code, values, { suggestion });
}

function checkByFact(project: Project, kind: Kind, scope: Scope): void {
  const { report } = project;
  const byFact = kind.value.byFact ?? {};
  const fact = String(byFact.fact);
  const kinds = byFact.kinds ?? {};
  for (const [value, id] of Object.entries(kinds)) {
    if (project.kinds.has(id) || project.isUnresolved("kind", id)) continue;
    const at = ["byFact", "kinds", value];
    const suggestion = nearest(id, project.kinds.keys());
    report.add(kind.file, at, "unknown-kind", { kind: id }, { suggestion });
  }
  const finding = readFact(project, fact, scope.owner, scope.brands);
  if (finding) {
    const { suggestion } = finding;
    return report.add(kind.file, ["byFact", "fact"], finding.code, finding.values, { suggestion });
  }
  for (const [brand, value] of factValues(scope.brands, fact)) {
    if (Object.hasOwn(kinds, String(value))) continue;
    const values = { kind: kind.id, fact, value: shortened(value) };
    const suggestion = nearest(String(value), Object.keys(kinds));
    report.add(brand.file, ["facts", ...fact.split(".")], "unresolved-kind", values, { suggestion });
  }
}
