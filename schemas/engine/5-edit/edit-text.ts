import { applyEdits, findNodeAtLocation, getNodeValue, parseTree, type Node } from "jsonc-parser";
import { forbiddenKeys, readSources } from "../1-read/read.ts";
import type { JsonPath } from "../1-read/locate.ts";
import { columns, inline, layoutOf, print, widthOf, type Layout } from "./print.ts";

/** One change to a JSON text. */
export interface Edit {
  /** Keys and indices from the root. Objects that are missing on the way are made. */
  at: JsonPath;
  /** The new value; undefined takes away what stands there. */
  value: unknown;
  /** A new key goes before this one; without it, or where it is missing, at the end. */
  before?: string;
  /** In a list, moves what stands at the index one further, instead of replacing it. */
  insert?: boolean;
}

/**
 * Makes changes to a JSON text one after the other. All that is not changed keeps its place and its layout; what is new
 * takes the layout of what is around it, and a line that grew too long is spread over several.
 * @throws {Error} when the text is not strict JSON, or has no place for a change.
 */
export const edit = (text: string, edits: readonly Edit[]): string => edits.reduce(editOnce, text);

function rootOf(text: string): Node {
  const { diagnostics } = readSources({ "edited.json": text });
  const root = parseTree(text);
  if (diagnostics.length > 0 || !root) {
    const { line, code } = diagnostics[0] ?? { line: 1, code: "empty-file" };
    throw new Error(`the text cannot be changed: line ${line}, ${code}`);
  }
  return root;
}

function editOnce(text: string, { at, value, before, insert = false }: Edit): string {
  const forbidden = at.find((key) => forbiddenKeys.has(String(key)));
  if (forbidden !== undefined) throw new Error(`"${forbidden}" cannot be a key`);
  const root = rootOf(text);
  const found = findNodeAtLocation(root, [...at]);
  if (found && !insert) {
    if (value !== undefined) return replaced(text, found, value);
    if (at.length === 0) throw new Error("the whole text cannot be taken away");
    return removed(text, found);
  }
  if (value === undefined) throw new Error(`there is nothing at ${place(at)}`);
  let depth = at.length - 1;
  while (depth > 0 && !findNodeAtLocation(root, at.slice(0, depth))) depth -= 1;
  const container = findNodeAtLocation(root, at.slice(0, depth))!;
  const [key, ...under] = at.slice(depth) as [string | number, ...(string | number)[]];
  if (under.some((one) => typeof one === "number")) throw new Error(`there is no list at ${place(at)}`);
  const whole = under.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const children = container.children ?? [];
  if (container.type === "array" && typeof key === "number" && key >= 0 && key <= children.length) {
    return inserted(text, container, key, "", whole);
  }
  if (container.type === "object" && typeof key === "string") {
    const index = children.findIndex((one) => one.children?.[0]?.value === before);
    return inserted(
      text,
      container,
      index === -1 ? children.length : index,
      `${JSON.stringify(key)}: `,
      whole,
    );
  }
  throw new Error(`${place(at)} has no place in a value of type ${container.type}`);
}

const place = (at: JsonPath): string => at.join(".") || "the root";

const endOf = (node: Node): number => node.offset + node.length;

const put = (text: string, offset: number, length: number, content: string): string =>
  applyEdits(text, [{ offset, length, content }]);

/** The line on which an offset stands: where it starts, and its indentation. */
function lineAt(text: string, offset: number): { start: number; indent: string } {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return { start, indent: /^[ \t]*/.exec(text.slice(start))![0] };
}

/** Characters before and after a node on its line; what comes after is at most a comma and closing brackets. */
function takenAround(text: string, node: Node): number {
  const { start, indent } = lineAt(text, node.offset);
  const rest = text.slice(endOf(node)).split(/\r?\n/, 1)[0]!;
  return columns(indent) + widthOf(text.slice(start + indent.length, node.offset)) + widthOf(rest);
}

function replaced(text: string, node: Node, value: unknown, spread = false): string {
  const spot = { indent: lineAt(text, node.offset).indent, taken: takenAround(text, node) };
  // The object that is the file is always spread.
  const isFile = node.parent === undefined && !Array.isArray(value);
  const printed = print(value, layoutOf(text), spot, spread || isFile);
  return put(text, node.offset, node.length, printed);
}

function removed(text: string, target: Node): string {
  const node = target.parent?.type === "property" ? target.parent : target;
  const container = node.parent!;
  const siblings = container.children!;
  const index = siblings.indexOf(node);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  if (previous) return tidy(put(text, endOf(previous), endOf(node) - endOf(previous), ""), container.offset);
  if (next) return tidy(put(text, node.offset, next.offset - node.offset, ""), container.offset);
  return put(text, container.offset, container.length, container.type === "array" ? "[]" : "{}");
}

function inserted(text: string, container: Node, index: number, key: string, value: unknown): string {
  const siblings = container.children!;
  const [first, next] = [siblings[0], siblings[index]];
  const previous = siblings[index - 1];
  const layout: Layout = layoutOf(text);
  const own = lineAt(text, container.offset).indent;
  const isSpread = first && /\n/.test(text.slice(container.offset, first.offset));
  if (first && isSpread) {
    const { indent } = lineAt(text, first.offset);
    const item = key + print(value, layout, { indent, taken: columns(indent) + widthOf(key) + 1 });
    const line = layout.newline + indent;
    const made = next
      ? put(text, next.offset, 0, `${item},${line}`)
      : put(text, endOf(previous!), 0, `,${line}${item}`);
    return tidy(made, container.offset);
  }
  const item = key + (inline(value) ?? print(value, layout, { indent: own, taken: Infinity }));
  const made = next
    ? put(text, next.offset, 0, `${item}, `)
    : previous
      ? put(text, endOf(previous), 0, `, ${item}`)
      : put(text, container.offset, container.length, key === "" ? `[${item}]` : `{ ${item} }`);
  const isFile = container.parent === undefined && container.type === "object";
  return tidy(made, container.offset, isFile || inline(value) === undefined);
}

/** Spreads a container whose line grew too long, and joins a list that became short enough for one line. */
function tidy(text: string, offset: number, spread = false): string {
  const node = nodeAt(parseTree(text)!, offset);
  const written = text.slice(node.offset, endOf(node));
  const isLine = !written.includes("\n");
  const value: unknown = getNodeValue(node);
  const short = takenAround(text, node) + widthOf(inline(value) ?? "") <= layoutOf(text).width;
  if (isLine ? spread || !short || inline(value) === undefined : isJoinable(text, node) && short) {
    return replaced(text, node, value, isLine);
  }
  return text;
}

const isJoinable = (text: string, node: Node): boolean =>
  node.type === "array" &&
  inline(getNodeValue(node)) !== undefined &&
  node.children!.every((one) => !text.slice(one.offset, endOf(one)).includes("\n"));

/** The object or list that begins at an offset. */
function nodeAt(node: Node, offset: number): Node {
  if (node.offset === offset && (node.type === "object" || node.type === "array")) return node;
  for (const child of node.children ?? []) {
    if (child.offset <= offset && offset < endOf(child)) return nodeAt(child, offset);
  }
  throw new Error(`no object or list begins at ${offset}`);
}
