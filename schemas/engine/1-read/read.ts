import { parseTree, type Node, type ParseError } from "jsonc-parser";
import type { DiagnosticCode } from "../diagnostics/messages.ts";
import { diagnosticAt, sorted } from "../diagnostics/diagnostic.ts";
import type { Diagnostic, SourceLocation, Sources } from "../types/index.ts";
import { isBrandFile } from "./brand-files.ts";
import { withDefaults } from "./defaults.ts";
import { locateNode, locationAt, type JsonPath } from "./locate.ts";
import { withExtended } from "./extended-flows.ts";
import { syntaxMistakes } from "./syntax.ts";

/** A definition file with the positions of everything in it. */
export interface ReadFile {
  /** From the project's root, e.g. `schemas/kinds/email.json`. */
  path: string;
  text: string;
  /** What the file says; undefined when it could not be read. */
  value: unknown;
  /** Where the value at a path stands, or its key. */
  locate(at: JsonPath, part?: "key" | "value"): SourceLocation;
}

/** Keys that JavaScript reads in its own way. */
export const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

interface KeyMistake {
  code: DiagnosticCode;
  node: Node;
  key: string;
}

/** Keys that stand twice in one object, or that JavaScript reads in its own way. */
function keyMistakes(node: Node): KeyMistake[] {
  const found: KeyMistake[] = [];
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    if (node.type === "object") {
      const name = child.children?.[0];
      const key = String(name?.value);
      if (name && seen.has(key)) found.push({ code: "duplicate-key", node: name, key });
      if (name && forbiddenKeys.has(key)) found.push({ code: "forbidden-key", node: name, key });
      seen.add(key);
    }
    found.push(...keyMistakes(child));
  }
  return found;
}

const unread = (path: string, text: string): ReadFile => ({
  path,
  text,
  value: undefined,
  locate: () => locationAt(text, 0, 1),
});

interface Read {
  file: ReadFile;
  diagnostics: Diagnostic[];
}

/** What was read last, by path: most files are the same when definitions are read again. */
const lastRead = new Map<string, Read>();
/** Files that are remembered: several times those of a project, with entries of content that come and go. */
const most = 20_000;

function readAgain(path: string, text: string): Read {
  const known = lastRead.get(path);
  if (known?.file.text === text) return known;
  const read = readFile(path, text);
  if (lastRead.size >= most) lastRead.clear();
  lastRead.set(path, read);
  return read;
}

function readFile(path: string, text: string): Read {
  const refuse = (code: DiagnosticCode, offset: number, length: number, key = ""): Diagnostic =>
    diagnosticAt(path, locationAt(text, offset, length), code, { key });
  if (text.startsWith("\uFEFF")) {
    return { file: unread(path, text), diagnostics: [refuse("byte-order-mark", 0, 1)] };
  }
  const lost = text.indexOf("\uFFFD");
  if (lost !== -1) return { file: unread(path, text), diagnostics: [refuse("other-encoding", lost, 1)] };
  if (text.trim() === "") {
    return { file: unread(path, text), diagnostics: [refuse("empty-file", 0, 1)] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const mistakes = syntaxMistakes(text, errors);
  if (mistakes.length > 0 || !root) {
    return {
      file: unread(path, text),
      diagnostics: mistakes.map(({ code, offset, length }) => refuse(code, offset, length)),
    };
  }
  const keys = keyMistakes(root);
  if (keys.length > 0) {
    return {
      file: unread(path, text),
      diagnostics: keys.map(({ code, node, key }) => refuse(code, node.offset + 1, node.length - 2, key)),
    };
  }
  const locate = (at: JsonPath, part: "key" | "value" = "value"): SourceLocation =>
    locateNode(text, root, at, part);
  try {
    return { file: { path, text, value: JSON.parse(text) as unknown, locate }, diagnostics: [] };
  } catch {
    // The parser with positions takes a few things that JSON does not, such as tabs within texts.
    return { file: unread(path, text), diagnostics: [refuse("invalid-json", 0, 1)] };
  }
}

/**
 * Reads definition files as strict JSON, with positions. Files that are not JSON (by their name) are left out,
 * save the descriptions of what brands bring.
 * A file that cannot be read has the value undefined and a diagnostic that says why. Brands and flows have what they extend.
 */
export function readSources(sources: Sources): {
  files: Record<string, ReadFile>;
  diagnostics: Diagnostic[];
} {
  const files: Record<string, ReadFile> = {};
  const diagnostics: Diagnostic[] = [];
  for (const path of Object.keys(sources).toSorted()) {
    if (!path.endsWith(".json") && !isBrandFile(path)) continue;
    const read = readAgain(path, sources[path]!);
    files[path] = read.file;
    diagnostics.push(...read.diagnostics);
  }
  return { files: withExtended(withDefaults(files)), diagnostics: sorted(diagnostics) };
}
