import type { Answer, FieldState, KnownNumbers } from "../types/index.ts";
import { offered } from "./offer.ts";
import type { PreparedField } from "./prepare.ts";
import { isOpen, lookAtPlain, shownNow } from "./flat-fields.ts";
import {
  flag,
  holds,
  isBlank,
  isEnabled,
  isFailed,
  isRequired,
  isVisible,
  type FieldScope,
  type Offer,
  type RuleResult,
  type Work,
} from "./work.ts";

const nothing: Offer = { status: "empty", options: [] };

/** Works out what holds of a field but for its problem, and sets its effective value. */
export function evaluateField(work: Work, prepared: PreparedField): void {
  if (work.states.length > 0) work.states[prepared.index] = undefined;
  if (prepared.plain) return lookAtPlain(work, prepared.index);
  const { index, source } = prepared;
  const { scope } = work;
  const visible = shownNow(work, index);
  const shown = visible === true;
  const allowed = shown && isOpen(work, index) && holds(prepared.enabled, scope);
  const required = shown && requiredNow(prepared, scope);
  const variant = shown && prepared.variants.length > 0 ? firstVariant(prepared, scope) : undefined;
  let failed = visible === "failed" || allowed === "failed" || required === "failed" || variant === "failed";
  let answer = work.answers[index];
  if (shown && prepared.computed) {
    try {
      answer = asAnswer(prepared.computed(scope));
    } catch {
      failed = true;
    }
  }
  if (prepared.numbers.length > 0) {
    const numbers = shown ? numbersNow(prepared, scope) : undefined;
    if (numbers === "failed") failed = true;
    work.numbers[index] = numbers === "failed" ? undefined : numbers;
  }
  if (prepared.items.length > 0) {
    const lines = shown ? linesNow(prepared, scope) : undefined;
    if (lines === "failed") failed = true;
    work.items[index] = lines === "failed" ? [] : lines;
  }
  let enabled = allowed === true;
  let keeps = enabled && !prepared.silent;
  if (source) {
    work.chosen[index] = undefined;
    // What may not be answered offers nothing, and nothing hangs on it.
    const offer = enabled ? offered(work, source, index, answer) : undefined;
    if (offer === "failed") failed = true;
    work.offers[index] = offer === "failed" ? nothing : offer;
    enabled &&= work.offers[index]?.status === "ready";
    // While a list loads or cannot be had, what was chosen from it is kept: it is judged when the list is there.
    keeps &&= offer !== "failed" && offer?.status !== "idle";
  }
  work.flags[index] =
    (shown ? flag.visible : 0) |
    (required === false ? 0 : flag.required) |
    (enabled ? flag.enabled : 0) |
    (failed ? flag.failed : 0);
  if (prepared.variants.length > 0) work.variant[index] = variant === "failed" ? undefined : variant;
  scope.values[index] = keeps && !isBlank(answer) ? answer : undefined;
}

/** A field as an object. The same one until the field is looked at again. */
export const stateAt = (work: Work, index: number): FieldState =>
  (work.states[index] ??= {
    visible: isVisible(work, index),
    required: isRequired(work, index),
    enabled: isEnabled(work, index),
    variant: work.variant[index],
    value: work.scope.values[index],
    failed: isFailed(work, index) ? true : undefined,
    problem: work.problems[index],
    options: work.offers[index]?.options,
    status: work.offers[index]?.status,
    numbers: work.numbers[index],
    items: work.items[index],
  });

/** Its limits and what it is a part of; what gives no number is left out. */
function numbersNow({ numbers }: PreparedField, scope: FieldScope): KnownNumbers | "failed" {
  const known: KnownNumbers = {};
  for (const [name, rule] of numbers) {
    try {
      const value = rule(scope);
      if (typeof value === "number" && Number.isFinite(value)) known[name] = value;
    } catch {
      return "failed";
    }
  }
  return known;
}

/** Ids of the lines whose rule holds. */
function linesNow({ items }: PreparedField, scope: FieldScope): string[] | "failed" {
  const shown: string[] = [];
  for (const { id, visible } of items) {
    const outcome = holds(visible, scope);
    if (outcome === "failed") return "failed";
    if (outcome) shown.push(id);
  }
  return shown;
}

const requiredNow = ({ required }: PreparedField, scope: FieldScope): RuleResult =>
  typeof required === "boolean" ? required : holds(required, scope);

/** What a rule gives as an answer; what is no answer (null, no number, an object) is none. */
export function asAnswer(value: unknown): Answer | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "string" || typeof value === "boolean") return value;
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
}

/** Index of the first variant that holds. */
function firstVariant({ variants }: PreparedField, scope: FieldScope): number | "failed" | undefined {
  for (let index = 0; index < variants.length; index++) {
    const outcome = holds(variants[index]!.holds, scope);
    if (outcome === "failed") return "failed";
    if (outcome) return index;
  }
  return undefined;
}
