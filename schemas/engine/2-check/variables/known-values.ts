/** Reads of values that nobody answers, as far as a schema says what is in them: of what calls give and of what they answer. */
import { nearest } from "../report/nearest.ts";
import { listed } from "../report/values.ts";
import { resultsNamed } from "../project/call-results.ts";
import { partOfSchema, type ValuePart } from "../project/call-values.ts";
import type { Flow, Project, ValueSchema } from "../project/project.ts";
import type { Reading, Scope } from "./scope.ts";

/** A key of a call's answer that the answer does not have. `path` is as it is written, and ends with `inner`. */
export function unknownValueKey(
  owner: string,
  path: string,
  inner: readonly string[],
  call: string,
  { missing, known }: Extract<ValuePart, { missing: string }>,
): Reading {
  const guess = nearest(missing, known);
  const written = (step: string): string => (step === missing ? guess! : step);
  const before = path.split(".").slice(0, -inner.length);
  const suggestion = guess && [...before, ...inner.map(written)].join(".");
  const values = { owner, path, call, key: missing, allowed: listed(known) };
  return { finding: { code: "unknown-value-key", values, suggestion } };
}

/** What is read of a value, where that is known. */
export const readingOf = (part: ValuePart | undefined): Reading =>
  part && "schema" in part ? { other: true, schema: part.schema } : { other: true };

const partsOfResult = new Set(["ok", "status", "failure", "data"]);

/** What a program left under a name, `scope.results` has it: a call's parts and what it answered, or what `set` kept. */
export function readResult(project: Project, scope: Scope, flow: Flow | undefined, path: string): Reading {
  const { owner, results } = scope;
  const [head = "", ...rest] = path.split(".");
  const isCall = results?.has(`${head}()`) === true;
  if (!isCall || rest[0] === undefined) return { other: true };
  if (!partsOfResult.has(rest[0])) {
    const suggestion = nearest(
      path,
      [...partsOfResult].map((one) => [head, one, ...rest.slice(1)].join(".")),
    );
    return { finding: { code: "unknown-result", values: { owner, path }, suggestion } };
  }
  const found = (flow && resultsNamed(project, flow, head)) ?? [];
  const parts = found.map(({ schema }) => partOfSchema(schema, rest));
  const [first] = parts;
  if (first && "missing" in first && parts.every((part) => part && "missing" in part)) {
    return unknownValueKey(owner, path, rest, found[0]!.call, first);
  }
  // A call that failed need not answer as one that did not.
  const isOfFailure = rest[0] === "data" && scope.failed?.has(head) === true;
  return parts.length === 1 && !isOfFailure ? readingOf(first) : { other: true };
}

/** What a call answered, where the call itself reads it. */
export function readAnswer(
  scope: Scope,
  { call, schema }: { call: string; schema: ValueSchema },
  path: string,
): Reading {
  const inner = path.split(".").slice(1);
  const part = partOfSchema(schema, inner);
  return part && "missing" in part ? unknownValueKey(scope.owner, path, inner, call, part) : readingOf(part);
}
