import type { Answer } from "../types/index.ts";
import type { PreparedData } from "./prepare.ts";
import type { RuleScope } from "./rules.ts";
import { holds, isBlank } from "./work.ts";

/** What a data query is to be asked with; null where an input that it needs is absent or its condition does not hold. */
export function inputsOf(
  query: Pick<PreparedData, "with" | "optional" | "when">,
  scope: RuleScope,
): Record<string, Answer> | null | "failed" {
  const asked = holds(query.when, scope);
  if (asked !== true) return asked === "failed" ? "failed" : null;
  const inputs: Record<string, Answer> = {};
  for (const [name, rule] of query.with) {
    try {
      const value = rule(scope) as Answer | null;
      if (value !== null && !isBlank(value)) inputs[name] = value;
      else if (!query.optional.has(name)) return null;
    } catch {
      return "failed";
    }
  }
  return inputs;
}
