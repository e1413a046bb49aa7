import { findNodeAtLocation, type Node } from "jsonc-parser";
import type { SourceLocation } from "../types/index.ts";

/** Keys and indices from a file's root to a value. */
export type JsonPath = readonly (string | number)[];

/** The place of the characters from `offset` on; a value of several lines is marked on its first one. */
export function locationAt(text: string, offset: number, length: number): SourceLocation {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const line = text.slice(0, start).split("\n").length;
  const newline = text.indexOf("\n", offset);
  const end = newline === -1 ? text.length : newline;
  return {
    line,
    column: offset - start + 1,
    length: Math.max(1, Math.min(length, end - offset)),
    excerpt: text.slice(start, end).replace(/\r$/, ""),
  };
}

const nearestNode = (root: Node, at: JsonPath): { node: Node; whole: boolean } => {
  for (let depth = at.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, at.slice(0, depth));
    if (node) return { node, whole: depth === at.length };
  }
  return { node: root, whole: at.length === 0 };
};

/**
 * Finds the value (or its key) at a path. What is missing is placed at the key of the nearest value that would hold it,
 * and an object is marked by its key, since its own text is often many lines.
 */
export function locateNode(text: string, root: Node, at: JsonPath, part: "key" | "value"): SourceLocation {
  const { node, whole } = nearestNode(root, at);
  const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
  const wantsKey = part === "key" || !whole || node.type === "object";
  const target = wantsKey && key ? key : node;
  const marked = target === root && target.type !== "string" ? { ...target, length: 1 } : target;
  // Quotation marks are not part of what is wrong.
  const quotes = marked.type === "string" && marked.length > 2 ? 1 : 0;
  return locationAt(text, marked.offset + quotes, marked.length - 2 * quotes);
}
