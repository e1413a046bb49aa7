import type { Answer, Answers, Context, FieldState, TreeOption } from "../types.ts";
import type { Prepared } from "./prepare.ts";
import { RuleError, truth, valueAt, type Bind, type CompiledRule, type Scope } from "./rules.ts";

/** What is known of one run while it is evaluated. Lists are by index: of fields, of steps, of data queries. */
export interface Work {
  prepared: Prepared;
  context: Context;
  answers: (Answer | undefined)[];
  states: FieldState[];
  /** The chosen option of each choice from a tree. */
  chosen: (TreeOption | undefined)[];
  steps: Outcome[];
  inputs: (Record<string, Answer> | null | "failed")[];
  scope: FieldScope;
}

/** A scope whose effective answers are read by index; `variable` is for everything else. */
export interface FieldScope extends Scope {
  values: (Answer | undefined)[];
}

/** Binds the paths of fields to their index. */
export const bindFields =
  (indices: ReadonlyMap<string, number>): Bind =>
  (path) => {
    const index = indices.get(path);
    return index === undefined
      ? (scope) => scope.variable(path)
      : (scope) => (scope as FieldScope).values[index] ?? null;
  };

/** Whether a rule holds; `failed` where it could not be evaluated: the caller must refuse. */
export type Outcome = boolean | "failed";

export function holds(rule: CompiledRule | undefined, scope: Scope): Outcome {
  if (!rule) return true;
  try {
    return truth(rule(scope));
  } catch {
    return "failed";
  }
}

/** No answer: nothing, or nothing but white space, or no choice. */
export const isBlank = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  (typeof answer === "string" && (answer === "" || answer.trim() === "")) ||
  (Array.isArray(answer) && answer.length === 0);

/** Whether two leaf answers are the same. */
export const sameAnswer = (a: Answer | undefined, b: Answer | undefined): boolean =>
  a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b));

/** Whether two sets of answers by name say the same, whatever their order. */
export const sameAnswers = (a: Answers, b: Answers): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameAnswer(a[name], b[name]));
};

/** Reads `today` and results of programs, by name. @throws {RuleError} on anything else. */
export function contextVariable(
  { today, results }: Pick<Context, "today" | "results">,
  path: string,
): unknown {
  if (path === "today") return today;
  if (!Object.hasOwn(results, path.split(".", 1)[0]!)) throw new RuleError(`unknown variable "${path}"`);
  return valueAt(results, path);
}

/** Reads effective answers by path, `today`, and results of programs. */
export const scopeOf = (
  prepared: Prepared,
  values: Answers,
  context: Pick<Context, "today" | "results">,
): Scope => ({
  variable: (path) =>
    Object.hasOwn(prepared.fields, path) ? (values[path] ?? null) : contextVariable(context, path),
});
