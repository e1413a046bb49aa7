import { patternProblem } from "./pattern.ts";
import { readPattern, type Pattern } from "./syntax.ts";

/** Whether some text of these signs alone is one that a pattern takes; one that cannot be read is told as such. */
export function canBeWrittenWith(source: string, signs: string): boolean {
  const problem = patternProblem(source);
  if (problem && problem.code !== "slow-pattern") return true;
  const has = (pattern: Pattern): boolean => {
    if ("characters" in pattern) {
      const one = new RegExp(`^${pattern.characters}$`, "u");
      return [...signs].some((sign) => one.test(sign));
    }
    if ("assertion" in pattern) return true;
    if ("repeat" in pattern) return pattern.least === 0 || has(pattern.repeat);
    return "choice" in pattern ? pattern.choice.some(has) : pattern.sequence.every(has);
  };
  return has(readPattern(source));
}
