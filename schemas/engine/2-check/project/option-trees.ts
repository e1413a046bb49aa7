import { absolutePath } from "../../1-read/relative.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import { namesInKindOf, presetsOfField, namedOptions } from "./presets.ts";
import type { Field, Flow, OptionTree, OnlyFor } from "./project.ts";

/** The field under whose chosen option a choice's options are, by its full path. */
export function parentPathOf(flow: Flow, field: Field): string | undefined {
  const own = namedOptions(field.value.options).under;
  if (own !== undefined) return absolutePath(own, field.names);
  const kind = presetsOfField(flow, field)[0];
  const general = kind?.value.options?.under;
  return general === undefined ? undefined : absolutePath(general, namesInKindOf(kind, field));
}

/** Whether a choice's options depend on another choice, wherever that is said. */
const hasParent = (flow: Flow, field: Field): boolean =>
  [field, ...presetsOfField(flow, field).slice(0, 1)].some(
    ({ value }) => "under" in namedOptions(value.options),
  );

/** How deep in its tree a choice asks: 0 is the first level. Undefined when its parents lead nowhere. */
export function depthOf(flow: Flow, field: Field): number | undefined {
  const seen = new Set<string>();
  let depth = 0;
  let here: Field | undefined = field;
  while (here) {
    if (!hasParent(flow, here)) return depth;
    if (seen.has(here.path)) return undefined;
    seen.add(here.path);
    here = flow.fields.get(parentPathOf(flow, here) ?? "");
    depth += 1;
  }
  return undefined;
}
export interface TreeNode {
  value: string;
  /** From the tree's root, with dots. */
  path: string;
  at: JsonPath;
  depth: number;
  /** For which brands it is, as it is written. */
  onlyFor: OnlyFor | undefined;
  children: TreeNode[];
}

/** The options of a tree, with where they stand. */
export function nodesOf(tree: OptionTree): TreeNode[] {
  const under = (
    value: OptionTree["value"]["options"] = {},
    at: JsonPath,
    path: string,
    depth: number,
  ): TreeNode[] =>
    Object.entries(value).map(([key, option]) => {
      const here = path === "" ? key : `${path}.${key}`;
      return {
        value: key,
        path: here,
        at: [...at, key],
        depth,
        onlyFor: option.onlyFor,
        children: under(option.options, [...at, key, "options"], here, depth + 1),
      };
    });
  return under(tree.value.options, ["options"], "", 0);
}

const nodes = new WeakMap<OptionTree, TreeNode[]>();

/** All options of a tree, each before those under it. Each field that asks of a tree asks for them. */
export function everyNodeOf(tree: OptionTree): TreeNode[] {
  const known = nodes.get(tree) ?? withChildren(nodesOf(tree));
  nodes.set(tree, known);
  return known;
}

const withChildren = (some: TreeNode[]): TreeNode[] =>
  some.flatMap((node) => [node, ...withChildren(node.children)]);

/** The values that can be chosen at a depth, each once. */
export const valuesAt = (tree: OptionTree, depth: number): string[] => [
  ...new Set(everyNodeOf(tree).flatMap((node) => (node.depth === depth ? [node.value] : []))),
];
