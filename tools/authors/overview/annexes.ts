/** What stands at the end of an overview: whole trees of options, and the words that brands have of their own. */
import { presetsOf, type OptionTree } from "../../../schemas/engine/describe.ts";
import { joined } from "./say.ts";
import { codesOf, within } from "./by-brand.ts";
import { isListed } from "./options.ts";
import { treeLabel, type View } from "./view.ts";

// Children that are shown of one option; of more, so many and a count.
const most = 30;

interface Node {
  label: string;
  children: Node[];
}

function nodesOf(view: View, options: OptionTree["value"]["options"] = {}, key: string): Node[] {
  return Object.entries(options).flatMap(([id, option]) => {
    const here = `${key}.${id}`;
    const having = view.brands.filter(({ brand }) => brand.appliesTo(option.onlyFor));
    if (having.length === 0) return [];
    const own = within(view, having);
    const codes = codesOf(own, view);
    const label = treeLabel(own, here, option.label);
    return {
      label: codes === undefined ? label : `${label} (${codes})`,
      children: nodesOf(own, option.options, here),
    };
  });
}

/** A level of a tree: one line for each, or all on one line where nothing is below them. */
function levelLines(nodes: Node[], indent: string): string[] {
  const rest = nodes.length - most;
  if (nodes.every(({ children }) => children.length === 0)) {
    const labels = nodes.slice(0, most).map(({ label }) => label);
    return [`${indent}- ${labels.join(", ")}${rest > 0 ? ` … y ${rest} más` : ""}`];
  }
  const lines = nodes.slice(0, most).flatMap(({ label, children }) => {
    const leaves = children.length > 0 && children.every((child) => child.children.length === 0);
    if (!leaves)
      return [`${indent}- ${label}`, ...(children.length > 0 ? levelLines(children, `${indent}  `) : [])];
    const [line = ""] = levelLines(children, "");
    return [`${indent}- ${label}: ${line.slice(2)}`];
  });
  return rest > 0 ? [...lines, `${indent}- … y ${rest} más`] : lines;
}

/** The flow's own trees. Shared ones stand in files of their own, which questions name. */
export function treeLines(view: View): string[] {
  const listed = [...view.flow.trees].filter(([, tree]) => isListed(tree));
  return listed.flatMap(([id, tree]) => [
    `### \`${id}\``,
    "",
    ...levelLines(nodesOf(view, tree.value.options, id), ""),
    "",
  ]);
}

/** The words of the flow's brands that are not the same in all of them. */
export function vocabularyLines(view: View): string[] {
  if (view.brands.length < 2) return [];
  const { project, flow } = view;
  const kinds = [...flow.fields.values()].flatMap((field) => presetsOf(project, String(field.value.kind)));
  const trees = [...flow.trees.values()].map((tree) => tree.value);
  const texts = JSON.stringify([trees, flow.value, flow.wording?.value, kinds.map((kind) => kind.value)]);
  const used = new Set([...texts.matchAll(/\{[wW]ord\.(\w+)/g)].map(([, term]) => term!));
  return [...used].toSorted().flatMap((term) => {
    const words = view.brands.map(({ code, item }) => {
      const { article, noun } = item.value.vocabulary?.[term] ?? {};
      return { code, word: `${String(article)} ${String(noun)}` };
    });
    if (new Set(words.map(({ word }) => word)).size === 1) return [];
    return `- \`${term}\`: ${joined(words.map(({ code, word }) => `${word} (${code})`))}`;
  });
}
