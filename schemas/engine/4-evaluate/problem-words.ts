import type { CompiledField, Problem, Words } from "../types.ts";
import type { Prepared } from "./prepare.ts";
import { fillWords, plainWords } from "./words.ts";

/** A field's own words for a problem, else the common ones. */
export function wordsOf({ flow }: Prepared, { problems }: CompiledField, words: string): Words | undefined {
  if (Object.hasOwn(problems, words)) return problems[words];
  return Object.hasOwn(flow.problems, words) ? flow.problems[words] : undefined;
}

/** What a shopper reads of a problem, as text. */
export function problemWords(prepared: Prepared, problem: Problem): string {
  const field = prepared.flow.fields[problem.path];
  if (!field) return problem.code;
  const words = wordsOf(prepared, field, problem.words) ?? problem.code;
  const label = plainWords(field.label);
  return plainWords(fillWords(words, (name) => (name === "label" ? label : (problem.values[name] ?? ""))));
}
