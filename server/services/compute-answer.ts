/** Keys of an answer that its service does not send: each is a rule over the other keys of its object. */
import type { ValidateFunction } from "ajv";
import { compileRule, RuleError, type ComputedColumn } from "../../schemas/engine/serve.ts";
import { variable } from "./rule-variable.ts";

type Row = Record<string, unknown>;

/** The objects at a path of an answer; `*` stands for each row of a list. What is not there has none. */
function rowsAt(value: unknown, [first, ...rest]: readonly string[]): Row[] {
  if (first === "*") return Array.isArray(value) ? value.flatMap((one) => rowsAt(one, rest)) : [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  if (first === undefined) return [value as Row];
  return Object.hasOwn(value, first) ? rowsAt((value as Row)[first], rest) : [];
}

/** An answer that a service sent has none of them, whatever it sent under their names. */
export function clearComputed(columns: readonly ComputedColumn[], answer: unknown): void {
  for (const { at, key } of columns) for (const row of rowsAt(answer, at)) delete row[key];
}

/**
 * Puts what is computed into an answer; `today` is `yyyy-mm-dd`. What has no value is left out.
 * @throws {RuleError} where a rule cannot be evaluated, or gives what its schema does not take.
 */
export function computeAnswer(
  columns: readonly ComputedColumn[],
  compile: (schema: Record<string, unknown>) => ValidateFunction,
): (answer: unknown, today: string) => void {
  const compiled = columns.map(({ at, key, rule, schema, required }) => ({
    at,
    key,
    required,
    evaluate: compileRule(rule),
    isValid: compile(schema),
  }));
  return (answer, today) => {
    for (const { at, key, required, evaluate, isValid } of compiled) {
      for (const row of rowsAt(answer, at)) {
        const value = evaluate({ variable: (path) => variable({ row, today }, path) });
        const isThere = value !== undefined && value !== null;
        if (isThere ? !isValid(value) : required)
          throw new RuleError(`The computed key "${key}" has no value that its schema takes`);
        if (isThere) row[key] = value;
      }
    }
  };
}
