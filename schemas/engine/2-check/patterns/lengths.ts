/** How long the texts are that a pattern takes. */
import { patternProblem } from "./pattern.ts";
import { isAnchored, readPattern, type Pattern } from "./syntax.ts";

export interface Lengths {
  least: number;
  most: number;
}

/** Of one that cannot be read, all lengths: it is told as such. */
export function lengthsOf(source: string): Lengths {
  const problem = patternProblem(source);
  if (problem && problem.code !== "slow-pattern") return { least: 0, most: Infinity };
  const pattern = readPattern(source);
  const { least, most } = measured(pattern);
  // Found anywhere in a text, there may be more around it.
  return { least, most: isAnchored(pattern) && isAnchored(reversed(pattern), "$") ? most : Infinity };
}

function measured(pattern: Pattern): Lengths {
  if ("characters" in pattern) return { least: 1, most: 1 };
  if ("assertion" in pattern) return { least: 0, most: 0 };
  if ("repeat" in pattern) {
    const one = measured(pattern.repeat);
    const most = one.most === 0 || pattern.most === 0 ? 0 : one.most * pattern.most;
    return { least: one.least * pattern.least, most };
  }
  if ("choice" in pattern) {
    const all = pattern.choice.map(measured);
    return {
      least: Math.min(...all.map(({ least }) => least)),
      most: Math.max(...all.map(({ most }) => most)),
    };
  }
  const all = pattern.sequence.map(measured);
  return {
    least: all.reduce((sum, { least }) => sum + least, 0),
    most: all.reduce((sum, { most }) => sum + most, 0),
  };
}

/** From its end to its beginning, as far as what stands at its ends. */
function reversed(pattern: Pattern): Pattern {
  if ("choice" in pattern) return { choice: pattern.choice.map(reversed) };
  return "sequence" in pattern ? { sequence: pattern.sequence.map(reversed).toReversed() } : pattern;
}
