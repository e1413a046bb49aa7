import type { CompiledField, Rule } from "../types/index.ts";

/** Days between which an answer has to be, as far as it can be told beforehand. */
export interface DayLimits {
  earliest?: string;
  latest?: string;
}

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
const named = (rule: Rule, name: string): boolean =>
  typeof rule === "object" && rule !== null && "var" in rule && rule.var === name;

/**
 * What the checks of a date say of days alone: `value` at least or at most a day that is written, or `today`. Other
 * checks say nothing here, and judge the answer all the same.
 */
export function dayLimits({ checks }: Pick<CompiledField, "checks">, today: string): DayLimits {
  const limits: DayLimits = {};
  const dayOf = (rule: Rule): string | undefined =>
    named(rule, "today") ? today : isDay(rule) ? rule : undefined;
  for (const { rule } of checks) {
    const [[operator, operands] = []] = Object.entries(rule ?? {}) as [string, unknown][];
    if (!Array.isArray(operands) || operands.length !== 2 || !named(operands[0], "value")) continue;
    const day = dayOf(operands[1]);
    if (day === undefined) continue;
    if (operator === ">=" && (limits.earliest ?? day) <= day) limits.earliest = day;
    if (operator === "<=" && (limits.latest ?? day) >= day) limits.latest = day;
  }
  return limits;
}
