import { depend, type Dependencies } from "./dependencies.ts";
import { nearest } from "./nearest.ts";
import { typeOf, type Field, type Flow, type Project } from "./project.ts";
import { depthOf, everyNode, nodesOf } from "./trees.ts";
import { readVariable, type Scope } from "./variables.ts";
import { asList, asObject, asText } from "./values.ts";

/** Checks where a choice takes its options from. */
export function checkOptions(
  project: Project,
  flow: Flow,
  field: Field,
  scope: Scope,
  dependencies: Dependencies,
): void {
  const { report } = project;
  const { file } = flow;
  const options = asObject(field.value["options"]);
  const at = [...field.at, "options"];
  const data = asText(options["data"]);
  if (data !== undefined) {
    const known = Object.keys(asObject(flow.value["data"]));
    if (known.includes(data)) {
      depend(dependencies, field.path, { to: `consulta ${data}`, at: [...at, "data"] });
    } else {
      const values = { flow: flow.id, data };
      report.add(file, [...at, "data"], "unknown-data", values, { suggestion: nearest(data, known) });
    }
  }
  const seen = new Set<unknown>();
  for (const [index, option] of asList(options["list"]).entries()) {
    const { value } = asObject(option);
    const place = [...at, "list", index, "value"];
    if (seen.has(value)) report.add(file, place, "duplicate-option", { value: String(value) });
    seen.add(value);
  }
  const tree = asText(options["tree"]);
  if (tree === undefined) return;
  if (!flow.trees.has(tree) && !project.isUnsure("options", tree, flow.owner)) {
    const suggestion = nearest(tree, flow.trees.keys());
    report.add(file, [...at, "tree"], "unknown-tree", { flow: flow.id, tree }, { suggestion });
  }
  const under = asText(options["under"]);
  if (under !== undefined) checkUnder(project, flow, field, scope, dependencies, tree, under);
}

function checkUnder(
  project: Project,
  flow: Flow,
  field: Field,
  scope: Scope,
  dependencies: Dependencies,
  tree: string,
  under: string,
): void {
  const at = [...field.at, "options", "under"];
  const reading = readVariable(project, { ...scope, results: new Set() }, under);
  if ("finding" in reading) {
    const { code, values, suggestion } = reading.finding;
    const told = code === "later-step" ? code : "unknown-field";
    return project.report.add(flow.file, at, told, { where: "", ...values }, { suggestion });
  }
  const parent = flow.fields.get(under);
  if (parent && project.report.isSpoiled(flow.file, parent.at)) return;
  const chooses = parent && typeOf(project, parent) === "choice";
  if (!parent || !chooses || asObject(parent.value["options"])["tree"] !== tree) {
    const values = { path: field.path, tree, parent: under };
    return project.report.add(flow.file, at, "options-parent", values);
  }
  depend(dependencies, field.path, { to: under, at });
}

/** A branch of a tree must reach as deep as the deepest field that has to be answered. */
export function checkTrees(project: Project, flow: Flow): void {
  for (const [id, tree] of flow.trees) {
    let deepest: { depth: number; path: string } | undefined;
    for (const field of flow.fields.values()) {
      if (asObject(field.value["options"])["tree"] !== id || field.value["required"] === false) continue;
      const depth = depthOf(flow, field) ?? 0;
      if (!deepest || depth > deepest.depth) deepest = { depth, path: field.path };
    }
    if (!deepest) continue;
    const { depth, path } = deepest;
    for (const node of everyNode(nodesOf(tree))) {
      if (node.depth >= depth || node.children.length > 0) continue;
      const values = { option: node.path, path };
      project.report.add(tree.file, node.at, "uneven-tree", values, { part: "key" });
    }
  }
}
