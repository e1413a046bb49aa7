import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { maxTries, triesOf } from "./backtracking.ts";
import type { Values } from "../../diagnostics/diagnostic.ts";
import { readPattern, UnsupportedConstruct, withLeastBeginning, type Pattern } from "./syntax.ts";
import type { Report } from "../report/report.ts";

export type PatternProblem =
  | { code: "invalid-pattern" }
  | { code: "unsupported-pattern"; construct: string }
  | SlowPattern;

interface SlowPattern {
  code: "slow-pattern";
  /** In one place a text can be read in several ways, or the pattern is looked for from every place of it. */
  because: "ambiguous" | "search";
  /** A pattern that takes the same texts and is not slow, where one is known. */
  instead?: string;
}

const compiles = (source: string): boolean => {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    return false;
  }
};

/**
 * What is wrong with a pattern, or undefined.
 *
 * What passes takes time that grows with the text and not faster, in browsers and on the server, which has one thread
 * for everyone. It is careful rather than exact: some harmless patterns are refused as well, and can be written otherwise.
 */
export function patternProblem(source: string): PatternProblem | undefined {
  if (judged.has(source)) return judged.get(source);
  const problem = judge(source);
  if (judged.size >= most) judged.clear();
  judged.set(source, problem);
  return problem;
}

/** Patterns that are remembered: to judge one takes long, and most are those of kinds. */
const most = 2_000;
const judged = new Map<string, PatternProblem | undefined>();

function judge(source: string): PatternProblem | undefined {
  if (!compiles(source)) return { code: "invalid-pattern" };
  try {
    const pattern = readPattern(source);
    return isSlow(pattern) ? slowPattern(source, pattern) : undefined;
  } catch (error) {
    if (error instanceof UnsupportedConstruct) {
      return { code: "unsupported-pattern", construct: error.message };
    }
    throw error;
  }
}

const isSlow = (pattern: Pattern): boolean => triesOf(pattern) > maxTries;

function slowPattern(source: string, pattern: Pattern): SlowPattern {
  const fromStart: Pattern = { sequence: [{ assertion: "^" }, pattern] };
  if (isSlow(fromStart)) return { code: "slow-pattern", because: "ambiguous" };
  // Where a match may begin anywhere, what the pattern begins with is found once too where it is found several times.
  const instead = withLeastBeginning(source);
  const isKnown = instead !== undefined && compiles(instead) && !isSlow(readPattern(instead));
  return { code: "slow-pattern", because: "search", ...(isKnown ? { instead } : {}) };
}

const slowWords = {
  ambiguous: {
    reason: "un mismo texto se puede leer de varias maneras, y se prueban todas",
    advice:
      "escribe lo mismo de una sola manera: sin repetir lo que ya se repite, y sin que lo que sigue a una repetición pueda ser parte de ella.",
  },
  search: {
    reason: "se busca desde cada lugar del texto, y la repetición del comienzo se recorre cada vez entera",
    advice:
      "quita la repetición del comienzo, que al buscar no cambia nada. Solo si quieres que valga el texto entero, ponla entre ^ y $.",
  },
};

/** The values and the suggestion with which a pattern's problem is told. */
export function patternWords(problem: PatternProblem): { values: Values; suggestion?: string } {
  if (problem.code === "unsupported-pattern") return { values: { construct: problem.construct } };
  if (problem.code !== "slow-pattern") return { values: {} };
  const { because, instead } = problem;
  return { values: slowWords[because], ...(instead === undefined ? {} : { suggestion: instead }) };
}

/** Checks a `pattern` of a JSON Schema. */
export function checkPattern(report: Report, file: ReadFile, pattern: unknown, at: JsonPath): void {
  if (typeof pattern !== "string") return;
  const problem = patternProblem(pattern);
  if (!problem) return;
  const { values, suggestion } = patternWords(problem);
  report.add(file, at, problem.code, values, { suggestion });
}
