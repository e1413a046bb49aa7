import { waitsForButton } from "../variables/query-paths.ts";
import { absolute } from "../../1-read/relative.ts";
import { callNamed } from "../project/call-values.ts";
import { choiceValues } from "../rules/choice-values.ts";
import { depend, type Dependencies } from "../rules/dependencies.ts";
import { nearest } from "../report/nearest.ts";
import { giverOf, giverOfKind, placeOfPath } from "../variables/field-paths.ts";
import {
  namesInKindOf,
  optionsOf,
  presetsOfField,
  treeOf,
  typeOf,
  type ChoiceOptions,
  namedOptions,
} from "../project/presets.ts";
import type { Field, Flow, Project } from "../project/project.ts";
import { checkRule, usesOfRule } from "../rules/rules.ts";
import { scopeOfField } from "../variables/scope-of-field.ts";
import { depthOf, everyNodeOf } from "../project/option-trees.ts";
import { readVariable } from "../variables/variables.ts";
import type { Scope } from "../variables/scope.ts";

/** Checks where a choice takes its options from. */
export function checkOptions(
  project: Project,
  flow: Flow,
  field: Field,
  scope: Scope,
  dependencies: Dependencies,
): void {
  const { report } = project;
  const { file, value } = field;
  const type = typeOf(project, field);
  if (type !== "choice" && type !== "choices") return;
  const options = namedOptions(value.options);
  const at = [...field.at, "options"];
  const all = optionsOf(project, field);
  if (!["ids", "list", "tree", "data", "page"].some((key) => key in all)) {
    // Content has the options of its questions.
    if (field.row && !("options" in value)) return;
    const place = "options" in value ? at : field.at;
    const key = "options" in value ? "tree" : "options";
    return report.add(file, place, "missing-key", { key }, { part: "key", once: true });
  }
  checkQuery(project, flow, field, scope, dependencies);
  checkPageSource(project, flow, field);
  checkList(project, field.file, options, at);
  checkWhere(project, flow, field, scope, dependencies);
  const tree = treeOf(project, field);
  if (tree === undefined) return;
  if (!flow.trees.has(tree)) return unknownTree(project, flow, field, scope, tree);
  checkUnder(project, flow, field, scope, dependencies, tree);
}

/** A tree that only its kind names, and that is nowhere, is told at the kind. */
function unknownTree(project: Project, flow: Flow, field: Field, { open }: Scope, tree: string): void {
  const own = "tree" in namedOptions(field.value.options);
  const elsewhere = [...project.flows.values()].some(({ trees }) => trees.has(tree));
  if (open || (!own && !elsewhere)) return;
  if (project.isUnresolved("options", tree, flow.owner) || project.isUnresolved("options", tree)) return;
  const suggestion = nearest(tree, [...flow.trees.keys(), ...project.trees.keys()]);
  const at = own ? ["options", "tree"] : ["kind"];
  const where = `en el flujo "${flow.id}" ni en schemas/options`;
  project.report.add(field.file, [...field.at, ...at], "unknown-tree", { tree, where }, { suggestion });
}

function checkQuery(
  project: Project,
  flow: Flow,
  field: Field,
  { owner, open }: Scope,
  dependencies: Dependencies,
): void {
  const { report } = project;
  const data = namedOptions(field.value.options).data;
  const at = [...field.at, "options", "data"];
  if (data === undefined || open) return;
  const known = Object.keys(flow.value.data ?? {});
  if (!known.includes(data)) {
    const values = { where: `El flujo "${flow.id}"`, data };
    return report.add(field.file, at, "unknown-data", values, { suggestion: nearest(data, known) });
  }
  if (waitsForButton(flow, data)) {
    const subject = owner.replace(/^La regla/, "La lista de opciones");
    report.add(field.file, at, "press-data-rule", { owner: subject, data });
  }
  const { call } = flow.value.data?.[data] ?? {};
  const definition = callNamed(project, call);
  if (definition && !("options" in definition)) {
    report.add(field.file, at, "data-without-options", { data, call: String(call) }, { once: true });
  }
  depend(dependencies, field.path, { to: `consulta ${data}`, at, file: field.file });
}

/** That a flow whose options come with a page's data is a finder. */
function checkPageSource(project: Project, flow: Flow, field: Field): void {
  if (!("page" in namedOptions(field.value.options)) || flow.value.finder === true) return;
  const values = { what: `el flujo "${flow.id}" no lo es`, key: "page" };
  project.report.add(field.file, [...field.at, "options", "page"], "not-a-finder", values, { part: "key" });
}

/** The rules that say which options are offered, and which can be chosen. One that its kind has is checked there; here is what it reads. */
function checkWhere(
  project: Project,
  flow: Flow,
  field: Field,
  scope: Scope,
  dependencies: Dependencies,
): void {
  const { file, path } = field;
  const own = namedOptions(field.value.options);
  for (const key of ["where", "enabledWhere"] as const) {
    if (own[key] !== undefined) {
      const at = [...field.at, "options", key];
      const option = { values: choiceValues(project, flow, field) };
      for (const use of checkRule(project, file, own[key], at, { ...scope, option })) {
        depend(dependencies, path, use);
      }
      continue;
    }
    const kind = presetsOfField(project, field)[0];
    const { [key]: rule } = optionsOf(project, field);
    if (rule === undefined || !kind) continue;
    const at = [...field.at, "with" in field.value ? "with" : "kind"];
    for (const to of usesOfRule(project, scope, absolute(rule, namesInKindOf(kind, field)))) {
      depend(dependencies, path, { to, at, file });
    }
  }
}

/** No two options of a list have the same value, nor of those that there always are. */
export function checkList(
  project: Project,
  file: Field["file"],
  options: ChoiceOptions,
  at: readonly (string | number)[],
): void {
  for (const source of ["list", "also"] as const) {
    const seen = new Set<unknown>();
    for (const [index, option] of (options[source] ?? []).entries()) {
      const { value } = option;
      const place = [...at, source, index, "value"];
      if (seen.has(value)) project.report.add(file, place, "duplicate-option", { value: String(value) });
      seen.add(value);
    }
  }
}

/** The choice under whose option these are: it chooses in the same tree, and not later. */
function checkUnder(
  project: Project,
  flow: Flow,
  field: Field,
  scope: Scope,
  dependencies: Dependencies,
  tree: string,
): void {
  const scopeOf = (one: Field): Scope => scopeOfField(project, flow, one, scope.open);
  const own = namedOptions(field.value.options).under;
  const kind = presetsOfField(project, field)[0];
  const general = kind?.value.options?.under;
  const written =
    own !== undefined
      ? { file: field.file, at: [...field.at, "options", "under"], path: own }
      : kind && general !== undefined
        ? { file: kind.file, at: ["options", "under"], path: general }
        : undefined;
  if (!written) return;
  const giver = own === undefined ? giverOfKind(project, field, scopeOf) : giverOf(project, field, scopeOf);
  const place = placeOfPath(project, scope, written, giver);
  if (!place) return;
  const { file, at, path } = place;
  const reading = readVariable(project, { ...place.scope, owner: scope.owner, results: new Set() }, path);
  if ("unresolved" in reading) return;
  if ("finding" in reading) {
    const { code, values, suggestion } = reading.finding;
    const told = code === "unknown-variable" ? "unknown-field" : code;
    // In a rule that is given for a parameter, it was told already.
    const options = { suggestion, once: own === undefined || own.startsWith("with.") };
    return project.report.add(file, at, told, { where: "", ...values }, options);
  }
  const parent = "field" in reading ? reading.field : undefined;
  if (parent && project.report.isInvalid(parent.file, parent.at)) return;
  const type = parent && typeOf(project, parent);
  if (parent && type === undefined) return;
  const other = parent && treeOf(project, parent);
  // A tree that is not there is told as such.
  if (other !== undefined && !flow.trees.has(other)) return;
  if (!parent || type !== "choice" || other !== tree) {
    return project.report.add(file, at, "options-parent", { path: field.path, tree, parent: path });
  }
  depend(dependencies, field.path, { to: parent.path, at, file });
}

/** A branch of a tree must reach as deep as the deepest field that has to be answered. */
export function checkTrees(project: Project, flow: Flow): void {
  for (const [id, tree] of flow.trees) {
    let deepest: { depth: number; path: string } | undefined;
    for (const field of flow.fields.values()) {
      if (treeOf(project, field) !== id || field.value.required === false) continue;
      const depth = depthOf(flow, field) ?? 0;
      if (!deepest || depth > deepest.depth) deepest = { depth, path: field.path };
    }
    if (!deepest) continue;
    const { depth, path } = deepest;
    for (const node of everyNodeOf(tree)) {
      if (node.depth >= depth || node.children.length > 0) continue;
      const values = { option: node.path, path };
      project.report.add(tree.file, node.at, "uneven-tree", values, { part: "key" });
    }
  }
}
