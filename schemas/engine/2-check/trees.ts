import type { At } from "../1-read/locate.ts";
import type { Field, Flow, Item } from "./project.ts";
import { asObject } from "./values.ts";

/** How deep in its tree a choice asks: 0 is the first level. Undefined when its parents lead nowhere. */
export function depthOf(flow: Flow, field: Field): number | undefined {
  const seen = new Set<string>();
  let depth = 0;
  let here: Field | undefined = field;
  while (here) {
    const under: unknown = asObject(here.value["options"])["under"];
    if (under === undefined) return depth;
    if (seen.has(here.path)) return undefined;
    seen.add(here.path);
    here = flow.fields.get(String(under));
    depth += 1;
  }
  return undefined;
}

export interface TreeNode {
  value: string;
  /** From the tree's root, with dots. */
  path: string;
  at: At;
  depth: number;
  children: TreeNode[];
}

/** The options of a tree, with where they stand. */
export function nodesOf(tree: Item): TreeNode[] {
  const under = (value: unknown, at: At, path: string, depth: number): TreeNode[] =>
    Object.entries(asObject(value)).map(([key, option]) => {
      const here = path === "" ? key : `${path}.${key}`;
      return {
        value: key,
        path: here,
        at: [...at, key],
        depth,
        children: under(asObject(option)["options"], [...at, key, "options"], here, depth + 1),
      };
    });
  return under(tree.value["options"], ["options"], "", 0);
}

/** All nodes, each before its children. */
export const everyNode = (nodes: TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(node.children)]);

/** The values that can be chosen at a depth, each once. */
export const valuesAt = (tree: Item, depth: number): string[] => [
  ...new Set(everyNode(nodesOf(tree)).flatMap((node) => (node.depth === depth ? [node.value] : []))),
];
