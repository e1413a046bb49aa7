import type { Answer, DataStatus, FieldState, Option } from "../types.ts";
import type { PreparedData, PreparedField, PreparedSource } from "./prepare.ts";
import { holds, isBlank, sameAnswers, type FieldScope, type Outcome, type Work } from "./work.ts";

/** Works out a field's state but for its problem, and sets its effective value. */
export function evaluateField(work: Work, prepared: PreparedField): FieldState {
  const { index, source } = prepared;
  const { scope } = work;
  const step = work.steps[prepared.step]!;
  const visible = step === true ? holds(prepared.visible, scope) : step;
  const shown = visible === true;
  const allowed = shown && holds(prepared.enabled, scope);
  const required = shown && requiredNow(prepared, scope);
  const state: FieldState = {
    visible: shown,
    required: required !== false,
    enabled: allowed === true,
    value: undefined,
    // All of them from the beginning: objects of one shape are read faster.
    failed: undefined,
    variant: undefined,
    options: undefined,
    status: undefined,
    problem: undefined,
  };
  const variant = shown && prepared.variants.length > 0 ? variantNow(prepared, scope) : undefined;
  if (variant !== undefined && variant !== "failed") state.variant = variant;
  if (visible === "failed" || allowed === "failed" || required === "failed" || variant === "failed") {
    state.failed = true;
  }
  let answer = work.answers[index];
  if (shown && prepared.computed) {
    try {
      answer = asAnswer(prepared.computed(scope));
    } catch {
      state.failed = true;
    }
  }
  let keeps = allowed === true;
  if (source) {
    work.chosen[index] = undefined;
    // What may not be answered offers nothing, and nothing hangs on it.
    if (allowed === true) {
      const { status, options } = offered(work, source, index, answer);
      state.options = options;
      state.status = status;
      state.enabled &&= status === "ready";
      // While a list loads or cannot be had, what was chosen from it is kept: it is judged when the list is there.
      keeps &&= status !== "idle";
    }
  }
  if (keeps && !isBlank(answer)) state.value = answer;
  scope.values[index] = state.value;
  return state;
}

const requiredNow = ({ required }: PreparedField, scope: FieldScope): Outcome =>
  typeof required === "boolean" ? required : holds(required, scope);

/** What a rule gives as an answer; what is no answer (null, no number, an object) is none. */
function asAnswer(value: unknown): Answer | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "string" || typeof value === "boolean") return value;
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
}

/** Index of the first variant that holds. */
function variantNow({ variants }: PreparedField, scope: FieldScope): number | "failed" | undefined {
  for (let index = 0; index < variants.length; index++) {
    const outcome = holds(variants[index]!.holds, scope);
    if (outcome === "failed") return "failed";
    if (outcome) return index;
  }
  return undefined;
}

function offered(
  work: Work,
  source: PreparedSource,
  index: number,
  answer: Answer | undefined,
): { status: DataStatus; options: Option[] } {
  if (source.kind === "data") {
    const inputs = work.inputs[source.data];
    if (!inputs || inputs === "failed") return { status: inputs ? "failed" : "idle", options: [] };
    const known = work.context.data[source.name];
    if (!known || !sameAnswers(known.inputs, inputs)) return { status: "loading", options: [] };
    return { status: known.status, options: known.options ?? [] };
  }
  const above = source.kind === "under" ? work.chosen[source.field] : undefined;
  if (source.kind === "under" && !above) return { status: "idle", options: [] };
  const options = source.kind === "written" ? source.options : (above?.options ?? []);
  work.chosen[index] = options.find(({ value }) => value === answer);
  return { status: options.length > 0 ? "ready" : "empty", options };
}

/** What a data query is to be asked with; null where an input is absent or its condition does not hold. */
export function inputsOf(query: PreparedData, scope: FieldScope): Record<string, Answer> | null | "failed" {
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
