import type { Answers, CompiledStep } from "../types/index.ts";
import type { Prepared } from "./prepare.ts";
import { compileRule, isAbsent, RuleError, ruleVariables } from "./rules.ts";
import { scopeOf } from "./work.ts";

/** What analytics is told: the event, and values by name. Flat, as its containers read it. */
export interface StepEvent {
  event: string;
  [name: string]: string | number | boolean | string[];
}

type Told = CompiledStep["analytics"];

const prefix = "labels.";

/** Paths of the answers whose names, as people read them, an event tells. */
export const labelsIn = (analytics: Told): string[] =>
  Object.values(analytics?.with ?? {})
    .flatMap((rule) => ruleVariables(rule))
    .flatMap((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : []));

const isTold = (value: unknown): value is StepEvent[string] =>
  ["string", "number", "boolean"].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => typeof one === "string"));

/**
 * The event of a step. `label` gives an answer as people read it. What has no value, or cannot be worked out, is left out:
 * nothing hangs on it.
 */
export function stepEvent(
  prepared: Pick<Prepared, "flow">,
  analytics: NonNullable<Told>,
  { answers, today, label }: { answers: Answers; today: string; label(path: string): string | undefined },
): StepEvent {
  const scope = scopeOf(prepared, answers, { today, results: {} });
  const reading = {
    variable: (path: string): unknown =>
      path.startsWith(prefix) ? (label(path.slice(prefix.length)) ?? null) : scope.variable(path),
  };
  const values = Object.entries(analytics.with).flatMap(([name, rule]): [string, StepEvent[string]][] => {
    try {
      const value = typeof rule === "object" ? compileRule(rule)(reading) : rule;
      return isTold(value) && !isAbsent(value) ? [[name, value]] : [];
    } catch (error) {
      if (error instanceof RuleError) return [];
      throw error;
    }
  });
  return { event: analytics.event, ...Object.fromEntries(values) };
}
