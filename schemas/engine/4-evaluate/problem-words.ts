import type { CompiledField, Problem, Words } from "../types/index.ts";
import type { Prepared } from "./prepare.ts";
import { fieldAt } from "./rows.ts";
import { fillWords, plainWords, type WordValues } from "./words.ts";

/** A field's own words for a problem, else the common ones, first those for its type. */
export function wordsOf(
  { flow }: Prepared,
  { problems, type }: CompiledField,
  words: string,
): Words | undefined {
  if (Object.hasOwn(problems, words)) return problems[words];
  const common = [`${words}.${type}`, words].find((name) => Object.hasOwn(flow.problems, name));
  return common === undefined ? undefined : flow.problems[common];
}

/** What a shopper reads of a problem, as text. `fill` fills placeholders that are neither the field's name nor of the problem itself. */
export function problemWords(prepared: Prepared, problem: Problem, fill?: WordValues): string {
  const field = fieldAt(prepared, problem.path);
  if (!field) return problem.code;
  const words = wordsOf(prepared, field, problem.words) ?? problem.code;
  const label = (): string => plainWords(fill ? fillWords(field.label, fill) : field.label);
  const read: WordValues = (name, format) =>
    name === "label" ? label() : (problem.values[name] ?? fill?.(name, format) ?? "");
  return plainWords(fillWords(words, read));
}
