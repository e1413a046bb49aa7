import type { Answer, KnownNumbers, Option, Problem } from "../types/index.ts";
import { canBeChosen } from "./offer.ts";
import type { PreparedField } from "./prepare.ts";
import { wordsOf } from "./problem-words.ts";
import { holds, isEnabled, isFailed, isRequired, isVisible, type FieldScope, type Work } from "./work.ts";

/** What is wrong with a field, if anything: the first thing that is. */
export function problemOf(work: Work, prepared: PreparedField): Problem | undefined {
  const { index } = prepared;
  if (isFailed(work, index)) return problem(prepared, "rule");
  if (!isVisible(work, index)) return undefined;
  const status = prepared.source && work.offers[index]?.status;
  const required = isRequired(work, index);
  const value = work.scope.values[index];
  if (status === "loading" || status === "failed") {
    if (!required && value === undefined) return undefined;
    return problem(prepared, status === "loading" ? "optionsLoading" : "optionsFailed");
  }
  if (status === "empty") {
    if (value !== undefined) return problem(prepared, "notOffered");
    return required ? problem(prepared, "optionsEmpty") : undefined;
  }
  if (!isEnabled(work, index)) return undefined;
  // A raw schema says itself what must be there.
  if (value === undefined && prepared.field.type === "json") return judged(work, prepared, {});
  // Of a yes-or-nothing, only yes is an answer.
  if (required && (value === undefined || value === false)) return problem(prepared, "required");
  return value === undefined ? undefined : judged(work, prepared, value);
}

function judged(work: Work, prepared: PreparedField, value: Answer): Problem | undefined {
  const variant = prepared.variants.length > 0 ? work.variant[prepared.index] : undefined;
  const { validator } = variant === undefined ? prepared : prepared.variants[variant]!;
  if (!validator(value)) return schemaProblem(work, prepared, variant);
  const beyond = keywordBeyond(work.numbers[prepared.index], value);
  if (beyond) return limitProblem(work, prepared, variant, beyond);
  if (isNotOffered(work, prepared.index)) return problem(prepared, "notOffered");
  return failedCheck(work, prepared, value);
}

const isOffered = (options: Option[], answer: Answer): boolean =>
  (Array.isArray(answer) ? answer : [answer]).every((one) =>
    options.some((option) => option.value === one && canBeChosen(option)),
  );

/** Whether something is chosen that the list, which is there, does not have: whatever else is wrong with the field. */
export function isNotOffered(work: Work, index: number): boolean {
  const offer = work.offers[index];
  const value = work.scope.values[index];
  if (!offer || value === undefined) return false;
  return (offer.status === "ready" || offer.status === "empty") && !isOffered(offer.options, value);
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

interface Beyond {
  keyword: string;
  /** What the keyword asks for. */
  limit?: unknown;
}

/** Which of the limits that rules give an answer is beyond. */
function keywordBeyond({ minimum, maximum }: KnownNumbers = {}, value: Answer): Beyond | undefined {
  if (typeof value !== "number") return undefined;
  if (minimum !== undefined && value < minimum) return { keyword: "minimum", limit: minimum };
  if (maximum !== undefined && value > maximum) return { keyword: "maximum", limit: maximum };
  return undefined;
}

function schemaProblem(work: Work, prepared: PreparedField, variant: number | undefined): Problem {
  const { validator } = variant === undefined ? prepared : prepared.variants[variant]!;
  const { keyword = "invalid", params } = validator.errors?.[0] ?? {};
  return limitProblem(work, prepared, variant, {
    keyword,
    limit: params?.["limit"] ?? params?.["multipleOf"],
  });
}

/** Words for a keyword that nobody words are those of `invalid`. */
function limitProblem(
  work: Work,
  prepared: PreparedField,
  variant: number | undefined,
  { keyword, limit }: Beyond,
): Problem {
  const { says: words } = variant === undefined ? prepared.field : prepared.variants[variant]!;
  const says = words[keyword] ?? words["*"];
  const values: Record<string, string> = limit === undefined ? {} : { limit: String(limit) };
  if (says !== undefined) return named(prepared, says, values);
  const known = wordsOf(work.prepared, prepared.field, keyword) !== undefined;
  return problem(prepared, known ? keyword : "invalid", values, keyword);
}

function failedCheck(work: Work, prepared: PreparedField, value: Answer): Problem | undefined {
  if (prepared.checks.length === 0) return undefined;
  const scope: FieldScope = {
    values: work.scope.values,
    variable: (path) => (path === "value" ? value : work.scope.variable(path)),
  };
  for (const { holds: rule, says } of prepared.checks) {
    const outcome = holds(rule, scope);
    if (outcome === "failed") return problem(prepared, "rule");
    if (!outcome) return named(prepared, says);
  }
  return undefined;
}
