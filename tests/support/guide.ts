/**
 * The guide for authors as steps that can be done. A block of code in a page is
 *
 * - `json <file>`: the file's whole text
 * - `json <file>#/<pointer>`: a key of it with its value, as it is typed; in a list, the value at an index, or at the end `/-`
 * - `sh`: a command; a `text` right after it is what it prints
 *
 * Any other block is only read. `<!-- remove <file>#/<pointer> -->` is for what the text says to take away.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { edit } from "../../schemas/engine/edit.ts";

export type GuideStep =
  | { does: "write"; line: number; file: string; at: string[]; value: string | undefined }
  | { does: "run"; line: number; command: string; prints?: string };

interface Block {
  line: number;
  words: string[];
  body: string;
}

function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  for (const match of page.matchAll(/^```(.*)\n([\s\S]*?)^```$|^<!-- (.*) -->$/gm)) {
    const line = page.slice(0, match.index).split("\n").length;
    blocks.push({ line, words: (match[1] ?? match[3])!.split(" "), body: (match[2] ?? "").trimEnd() });
  }
  return blocks;
}

const isShown = (block: Block | undefined): boolean => block?.words[0] === "text";

/** What a page says to do, in its order. */
export function stepsOf(page: string): GuideStep[] {
  const blocks = blocksOf(page);
  return blocks.flatMap(({ line, words: [kind, target], body }, index): GuideStep[] => {
    if (kind === "sh") {
      const next = blocks[index + 1];
      return [{ does: "run", line, command: body, ...(isShown(next) ? { prints: next!.body } : {}) }];
    }
    if (target === undefined || (kind !== "json" && kind !== "remove")) return [];
    const [file, pointer] = target.split("#/") as [string, string?];
    const at = pointer === undefined ? [] : pointer.split("/");
    return [{ does: "write", line, file, at, value: kind === "json" ? body : undefined }];
  });
}

/** Changes a file below a folder as a step says. */
export function write(folder: string, { file, at, value }: GuideStep & { does: "write" }): void {
  const path = join(folder, file);
  if (at.length === 0) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${value}\n`);
    return;
  }
  const text = readFileSync(path, "utf8");
  const resolved = keysIn(JSON.parse(text), at);
  const parsed = value === undefined ? undefined : valueIn(value, resolved.at(-1)!);
  writeFileSync(path, edit(text, [{ at: resolved, value: parsed }]));
}

function valueIn(written: string, key: string | number): unknown {
  if (typeof key === "number") return JSON.parse(written);
  const member = JSON.parse(`{${written}}`) as Record<string, unknown>;
  if (Object.keys(member).join() !== key)
    throw new Error(`what is written is not the key "${key}": ${written}`);
  return member[key];
}

/** Numbers where the value is a list; all but the last must be there, or the page speaks of a place that is not. */
function keysIn(root: unknown, pointer: string[]): (string | number)[] {
  let value = root;
  return pointer.map((key, index) => {
    if (typeof value !== "object" || value === null)
      throw new Error(`nothing at ${pointer.slice(0, index).join("/")}`);
    const length = Array.isArray(value) ? value.length : undefined;
    const found = length === undefined ? key : key === "-" ? length : Number(key);
    value = (value as Record<string | number, unknown>)[found];
    return found;
  });
}

/** Where a line was: pages and files change, and what is told stays. */
const withoutPlaces = (text: string): string =>
  text
    .replaceAll(/:\d+:\d+/g, "")
    .replaceAll(/^ *\d+ \|/gm, "")
    .replaceAll(/\s+/g, " ");

/** The lines of a page that a command did not print. */
export const notPrinted = (expected: string, output: string): string[] =>
  expected.split("\n").filter((line) => !withoutPlaces(output).includes(withoutPlaces(line).trim()));
