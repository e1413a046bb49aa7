import type { Answer, FieldState, LeafValidator, Option, Problem } from "../types.ts";
import type { PreparedField } from "./prepare.ts";
import { wordsOf } from "./problem-words.ts";
import { holds, type FieldScope, type Work } from "./work.ts";

/** What is wrong with a field, if anything: the first thing that is. */
export function problemOf(work: Work, prepared: PreparedField, state: FieldState): Problem | undefined {
  if (state.failed) return problem(prepared, "rule");
  if (!state.visible) return undefined;
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
  if (state.required && (value === undefined || value === false)) {
    return problem(prepared, "required");
  }
  if (value === undefined) return undefined;
  const schema = state.variant === undefined ? ownSchema(prepared) : prepared.variants[state.variant]!;
  if (!schema.validator(value)) return schemaProblem(work, prepared, schema);
  if (state.options && !isOffered(state.options, value)) return problem(prepared, "notOffered");
  return failedCheck(work, prepared, value);
}

const ownSchema = ({ validator, field: { says } }: PreparedField) => ({ validator, says });

const isOffered = (options: Option[], answer: Answer): boolean =>
  [answer].flat().every((one) => options.some(({ value }) => value === one));

const problem = (
  { field }: PreparedField,
  words: string,
  values: Record<string, string> = {},
  code = words,
): Problem => ({ path: field.path, code, words, values });

/** A word that a kind names for its own rule carries the kind's name in its code. */
const named = (prepared: PreparedField, says: string, values: Record<string, string> = {}) =>
  problem(prepared, says, values, `${prepared.field.kind}.${says}`);

/** Words for a keyword that nobody words are those of `invalid`. */
function schemaProblem(
  work: Work,
  prepared: PreparedField,
  { validator, says: words }: { validator: LeafValidator; says: Record<string, string> },
): Problem {
  const error = validator.errors?.[0];
  const keyword = error?.keyword ?? "invalid";
  const says = words[keyword] ?? words["*"];
  const limit = error?.params["limit"];
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
