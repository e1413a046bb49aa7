import type {
  Answer,
  Answers,
  Context,
  DataStatus,
  Evaluation,
  FieldState,
  Option,
  Problem,
  TreeOption,
} from "../types.ts";
import { wordsOf } from "./problem-words.ts";
import { writtenOptions, type Prepared, type PreparedData, type PreparedField } from "./prepare.ts";
import { RuleError, truth, type CompiledRule, type Scope } from "./rules.ts";

/** Same inputs of a data query, whatever their order. */
export const sameInputs = (a: Record<string, Answer>, b: Record<string, Answer>): boolean => {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))
  );
};

/** No answer: nothing, or nothing but white space, or no choice. */
export const isBlank = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  (typeof answer === "string" && answer.trim() === "") ||
  (Array.isArray(answer) && answer.length === 0);

interface Work {
  prepared: Prepared;
  context: Context;
  answers: Answers;
  values: Answers;
  states: Record<string, FieldState>;
  /** The chosen option of each choice from a tree. */
  chosen: Record<string, TreeOption | undefined>;
  inputs: Record<string, Record<string, Answer> | null>;
  /** Data queries whose rules could not be evaluated. */
  broken: Set<string>;
  scope: Scope;
}

/**
 * Gives answers their meaning: what is visible, required and enabled, what can be chosen, what is wrong.
 * Pure: equal arguments give equal results. Never throws on an answer, whatever it holds.
 */
export function evaluate(prepared: Prepared, answers: Answers, context: Context): Evaluation {
  const values: Answers = {};
  const work: Work = {
    prepared,
    context,
    answers,
    values,
    states: {},
    chosen: {},
    inputs: {},
    broken: new Set(),
    scope: scopeOf(prepared, values, context),
  };
  for (const path of prepared.order) evaluateField(work, prepared.fields[path]!);
  for (const name of Object.keys(prepared.data)) inputsOf(work, name);

  const problems: Problem[] = [];
  const cleared: string[] = [];
  for (const path of Object.keys(prepared.fields)) {
    const state = work.states[path]!;
    const problem = problemOf(work, prepared.fields[path]!, state);
    if (problem) {
      state.problem = problem;
      problems.push(problem);
    }
    if (!isBlank(answers[path]) && state.value === undefined) cleared.push(path);
  }
  return {
    steps: prepared.flow.steps.map(({ id }) => id).filter((id) => stepVisible(work, id) === true),
    fields: work.states,
    values,
    cleared,
    problems,
    inputs: work.inputs,
  };
}

/** Reads variables: answers that are effective, `today`, and results of programs. */
export function scopeOf(
  prepared: Prepared,
  values: Answers,
  context: Pick<Context, "today" | "results">,
): Scope {
  return {
    variable(path) {
      if (Object.hasOwn(prepared.fields, path)) return values[path] ?? null;
      if (path === "today") return context.today;
      const [head = "", ...rest] = path.split(".");
      if (!Object.hasOwn(context.results, head)) throw new RuleError(`unknown variable "${path}"`);
      return rest.reduce<unknown>(
        (at, key) =>
          typeof at === "object" && at !== null && Object.hasOwn(at, key)
            ? (at as Record<string, unknown>)[key]
            : null,
        context.results[head],
      );
    },
  };
}

/** `failed` where the rule could not be evaluated: the caller must refuse. */
function holds(rule: CompiledRule | undefined, scope: Scope): boolean | "failed" {
  if (!rule) return true;
  try {
    return truth(rule(scope));
  } catch {
    return "failed";
  }
}

const stepVisible = (work: Work, id: string): boolean | "failed" =>
  holds(work.prepared.stepVisible[id], work.scope);

const stepOf = (path: string): string => path.slice(0, path.indexOf("."));

function evaluateField(work: Work, prepared: PreparedField): void {
  const { field } = prepared;
  const answer = work.answers[field.path];
  const step = stepVisible(work, stepOf(field.path));
  const visible = step === true ? holds(prepared.visible, work.scope) : step;
  const allowed = visible === true ? holds(prepared.enabled, work.scope) : false;
  const required = visible === true && requiredNow(prepared, work.scope);
  const state: FieldState = {
    visible: visible === true,
    required: required !== false,
    enabled: allowed === true,
    value: undefined,
  };
  if (visible === "failed" || allowed === "failed" || required === "failed") {
    state.problem = problem(prepared, "rule");
  }
  work.states[field.path] = state;
  if (visible !== true) return;
  let keeps = allowed === true;
  if (field.options) {
    const { status, options } = offered(work, prepared);
    state.options = options;
    state.status = status;
    state.enabled &&= status === "ready";
    // While a list loads or cannot be had, what was chosen from it is kept: it is judged when the list is there.
    keeps &&= status !== "idle";
  }
  if (keeps && !isBlank(answer)) {
    state.value = answer;
    work.values[field.path] = answer;
  }
}

const requiredNow = ({ required }: PreparedField, scope: Scope): boolean | "failed" =>
  typeof required === "boolean" ? required : holds(required, scope);

function offered(work: Work, { field }: PreparedField): { status: DataStatus; options: Option[] } {
  const source = field.options!;
  if ("data" in source) {
    const inputs = inputsOf(work, source.data);
    if (!inputs) {
      return { status: work.broken.has(source.data) ? "failed" : "idle", options: [] };
    }
    const known = work.context.data[source.data];
    if (!known || !sameInputs(known.inputs, inputs)) return { status: "loading", options: [] };
    return { status: known.status, options: known.options ?? [] };
  }
  let tree = writtenOptions(work.prepared.flow, source);
  if ("tree" in source && source.under !== undefined) {
    const above = work.chosen[source.under];
    if (!above) return { status: "idle", options: [] };
    tree = above.options ?? [];
  }
  work.chosen[field.path] = tree.find(({ value }) => value === work.answers[field.path]);
  return { status: tree.length > 0 ? "ready" : "empty", options: tree };
}

function inputsOf(work: Work, name: string): Record<string, Answer> | null {
  if (!Object.hasOwn(work.inputs, name)) {
    const inputs = computeInputs(work.prepared.data[name]!, work.scope);
    if (inputs === "failed") work.broken.add(name);
    work.inputs[name] = inputs === "failed" ? null : inputs;
  }
  return work.inputs[name]!;
}

function computeInputs(query: PreparedData, scope: Scope): Record<string, Answer> | null | "failed" {
  const asked = holds(query.when, scope);
  if (asked !== true) return asked === "failed" ? "failed" : null;
  const inputs: Record<string, Answer> = {};
  for (const [name, rule] of query.with) {
    try {
      const value = rule(scope) as Answer | null;
      if (value === null || isBlank(value)) return null;
      inputs[name] = value;
    } catch {
      return "failed";
    }
  }
  return inputs;
}

const problem = (
  { field }: PreparedField,
  words: string,
  values: Record<string, string> = {},
  code = words,
): Problem => ({ path: field.path, code, words, values });

/** A word that a kind names for its own rule carries the kind's name in its code. */
const named = (prepared: PreparedField, says: string, values: Record<string, string> = {}) =>
  problem(prepared, says, values, `${prepared.field.kind}.${says}`);

function problemOf(work: Work, prepared: PreparedField, state: FieldState): Problem | undefined {
  if (state.problem || !state.visible) return state.problem;
  const { status, value } = state;
  if (status === "loading" || status === "failed") {
    if (!state.required && value === undefined) return undefined;
    return problem(prepared, status === "loading" ? "optionsLoading" : "optionsFailed");
  }
  if (status === "empty") {
    if (value !== undefined) return problem(prepared, "notOffered");
    return state.required ? problem(prepared, "optionsEmpty") : undefined;
  }
  if (!state.enabled) return undefined;
  // Of a yes-or-nothing, only yes is an answer.
  if (state.required && (value === undefined || value === false)) return problem(prepared, "required");
  if (value === undefined) return undefined;
  if (!prepared.validator(value)) return schemaProblem(work, prepared);
  if (state.options && !state.options.some((option) => option.value === value)) {
    return problem(prepared, "notOffered");
  }
  return failedCheck(work, prepared, value);
}

/** Words for a keyword that nobody words are those of `invalid`. */
function schemaProblem(work: Work, prepared: PreparedField): Problem {
  const error = prepared.validator.errors?.[0];
  const keyword = error?.keyword ?? "invalid";
  const says = prepared.field.says[keyword];
  const limit = error?.params["limit"];
  const values: Record<string, string> = limit === undefined ? {} : { limit: String(limit) };
  if (says !== undefined) return named(prepared, says, values);
  const known = wordsOf(work.prepared, prepared.field, keyword) !== undefined;
  return problem(prepared, known ? keyword : "invalid", values, keyword);
}

function failedCheck(work: Work, prepared: PreparedField, value: Answer): Problem | undefined {
  const scope: Scope = {
    variable: (path) => (path === "value" ? value : work.scope.variable(path)),
  };
  for (const { holds: rule, says } of prepared.checks) {
    const outcome = holds(rule, scope);
    if (outcome === "failed") return problem(prepared, "rule");
    if (!outcome) return named(prepared, says);
  }
  return undefined;
}
