import type { At } from "../1-read/locate.ts";
import type { ReadFile } from "../1-read/read.ts";
import { mostTries, triesOf } from "./pattern-paths.ts";
import { readPattern, UnsupportedConstruct } from "./pattern-syntax.ts";
import type { Report } from "./report.ts";

export type PatternProblem =
  | { code: "invalid-pattern" }
  | { code: "unsupported-pattern"; construct: string }
  | { code: "slow-pattern" };

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
    return triesOf(readPattern(source)) > mostTries ? { code: "slow-pattern" } : undefined;
  } catch (error) {
    if (error instanceof UnsupportedConstruct) {
      return { code: "unsupported-pattern", construct: error.message };
    }
    throw error;
  }
}

/** Checks a `pattern` of a JSON Schema. */
export function checkPattern(report: Report, file: ReadFile, pattern: unknown, at: At): void {
  if (typeof pattern !== "string") return;
  const problem = patternProblem(pattern);
  if (!problem) return;
  report.add(file, at, problem.code, "construct" in problem ? { construct: problem.construct } : undefined);
}
