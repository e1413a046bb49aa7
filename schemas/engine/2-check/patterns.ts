import type { At } from "../1-read/locate.ts";
import type { ReadFile } from "../1-read/read.ts";
import type { Report } from "./report.ts";

/**
 * Whether a pattern may take time that grows faster than the text it is tried on.
 *
 * JavaScript's engine backtracks: where a repeated part can match the same text in two ways, it tries them all.
 * That takes exponential time when an unbounded repetition holds another repetition (`(a+)+`: star height 2) or
 * alternatives that can begin alike (`(a|ab)*`), and it is what this refuses. It is careful rather than exact: some
 * harmless patterns of that form are refused as well, and can always be written without it.
 * Texts are limited to hundreds of characters, so polynomial patterns (`a*a*b`) pass.
 */
export type PatternProblem =
  | { code: "invalid-pattern" }
  | { code: "unsupported-pattern"; construct: string }
  | { code: "slow-pattern" };

/** One group while it is open, or the whole pattern. */
interface Group {
  /** Holds a repetition that may run more than once. */
  repeats: boolean;
  /** What each alternative can begin with; undefined is anything. */
  starts: (string | undefined)[];
  /** The next atom is the first one of its alternative. */
  fresh: boolean;
}

const constructs: [RegExp, string][] = [
  [/^\(\?[=!]/, "una condición hacia delante (?= o (?!)"],
  [/^\(\?<[=!]/, "una condición hacia atrás (?<= o (?<!)"],
  [/^\\[1-9]/, "una referencia a un grupo (\\1)"],
  [/^\\k</, "una referencia a un grupo (\\k)"],
];

/** Reads one atom: a class, an escape or a character. */
function atomAt(source: string, index: number): { text: string; single: boolean } {
  if (source[index] === "[") {
    let end = index + 1;
    while (end < source.length && source[end] !== "]") end += source[end] === "\\" ? 2 : 1;
    return { text: source.slice(index, end + 1), single: false };
  }
  if (source[index] === "\\") {
    const text =
      /^\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|p\{[^}]*\}|.)/iu.exec(source.slice(index))?.[0] ?? "\\";
    return { text, single: /^\\[^a-zA-Z0-9]$/.test(text) };
  }
  const text = source[index]!;
  return { text, single: text !== "." };
}

/** Reads a quantifier, if one stands here: `many` when it may run an unbounded number of times, or very often. */
function quantifierAt(source: string, index: number): { length: number; repeats: boolean; many: boolean } {
  const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(index));
  if (!found) return { length: 0, repeats: false, many: false };
  const [text, least, comma, most] = found;
  if (least === undefined) {
    const open = !text.startsWith("?");
    return { length: text.length, repeats: true, many: open };
  }
  const upper = comma === undefined ? Number(least) : most === "" ? Infinity : Number(most);
  return { length: text.length, repeats: comma !== undefined, many: comma !== undefined && upper > 10 };
}

const compiles = (source: string): boolean => {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    return false;
  }
};

/** What is wrong with a pattern, or undefined. */
export function patternProblem(source: string): PatternProblem | undefined {
  if (!compiles(source)) return { code: "invalid-pattern" };
  const open: Group[] = [{ repeats: false, starts: [], fresh: true }];
  let index = 0;
  const begin = (text: string | undefined): void => {
    const group = open.at(-1)!;
    if (group.fresh) group.starts.push(text);
    group.fresh = false;
  };
  while (index < source.length) {
    const rest = source.slice(index);
    for (const [pattern, construct] of constructs) {
      if (pattern.test(rest)) return { code: "unsupported-pattern", construct };
    }
    const character = source[index]!;
    const group = open.at(-1)!;
    if (character === "(") {
      open.push({ repeats: false, starts: [], fresh: true });
      index += /^\((?:\?:|\?<[^>]*>)?/.exec(rest)![0].length;
      continue;
    }
    if (character === "|") {
      if (group.fresh) group.starts.push(undefined);
      group.fresh = true;
      index += 1;
      continue;
    }
    if (character === "^" || character === "$") {
      index += 1;
      continue;
    }
    let closed: Group | undefined;
    let length = 1;
    if (character === ")") {
      closed = open.pop()!;
      if (closed.fresh) closed.starts.push(undefined);
    } else {
      const atom = atomAt(source, index);
      length = atom.text.length;
      begin(atom.single ? atom.text : undefined);
    }
    const quantifier = quantifierAt(source, index + length);
    const outer = open.at(-1)!;
    if (closed) {
      const overlapping =
        closed.starts.length > 1 &&
        (closed.starts.includes(undefined) || new Set(closed.starts).size < closed.starts.length);
      if (quantifier.many && (closed.repeats || overlapping)) return { code: "slow-pattern" };
      if (outer.fresh) outer.starts.push(closed.starts.length === 1 ? closed.starts[0] : undefined);
      outer.fresh = false;
      outer.repeats ||= closed.repeats || (quantifier.many && closed.starts.length > 1);
    }
    outer.repeats ||= quantifier.repeats;
    index += length + quantifier.length;
  }
  return undefined;
}

/** Checks a `pattern` of a JSON Schema. */
export function checkPattern(report: Report, file: ReadFile, pattern: unknown, at: At): void {
  if (typeof pattern !== "string") return;
  const problem = patternProblem(pattern);
  if (!problem) return;
  report.add(file, at, problem.code, "construct" in problem ? { construct: problem.construct } : undefined);
}
