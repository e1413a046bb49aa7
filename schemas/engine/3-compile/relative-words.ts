import { named, type Names } from "../1-read/relative.ts";
import { shownAs } from "../4-evaluate/words.ts";
import type { BooleanWords, WordNode, Words } from "../types/index.ts";

/** Words whose placeholders have full paths in the place of relative names; a parameter that is a constant becomes text. */
export function renamed(
  words: Words | undefined,
  names: Names,
  booleans: BooleanWords | undefined,
): Words | undefined {
  if (words === undefined || typeof words === "string") return words;
  const nodes = words.map((node) => renamedNode(node, names, booleans));
  return nodes.every((node) => typeof node === "string") ? nodes.join("") : nodes;
}

function renamedNode(node: WordNode, names: Names, booleans: BooleanWords | undefined): WordNode {
  if (typeof node === "string") return node;
  if ("tag" in node)
    return { ...node, children: node.children.map((child) => renamedNode(child, names, booleans)) };
  const meant = named(node.var, names);
  if (typeof meant !== "object" || Array.isArray(meant)) return shownAs(meant, node.format, booleans);
  const path = meant && "var" in meant ? meant.var : undefined;
  return typeof path === "string" ? { ...node, var: path } : "";
}
