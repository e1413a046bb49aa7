/** Answers of an example that count for nothing, as the question is not asked. */
import type { Evaluation, Prepared } from "../../schemas/engine/all.ts";
import { evaluateExample, type Example } from "./examples.ts";

/** An answer that an example gives to a question that is not asked, and does not say so. */
export interface UnaskedAnswer {
  key: "answers" | "edits";
  path: string;
}

/** `after` is the evaluation after the edits. */
export function unaskedAnswers(prepared: Prepared, example: Example, after: Evaluation): UnaskedAnswer[] {
  const { answers, edits, expect } = example;
  const isEdited = Object.keys(edits).length > 0;
  const before = isEdited ? evaluateExample(prepared, { ...example, edits: {} }).evaluation : after;
  const gone = Object.entries(expect.values ?? {}).flatMap(([path, value]) => (value === null ? path : []));
  // What holds a question is said to be hidden for all that it holds.
  const said = [...(expect.hidden ?? []), ...(expect.cleared ?? []), ...gone];
  const isSaid = (path: string): boolean => said.some((one) => path === one || path.startsWith(`${one}.`));
  const unasked = (key: UnaskedAnswer["key"], paths: string[], { fields }: Evaluation): UnaskedAnswer[] =>
    paths.filter((path) => !fields[path]?.visible && !isSaid(path)).map((path) => ({ key, path }));
  const changed = Object.keys(edits).filter((path) => edits[path] !== undefined);
  return [...unasked("answers", Object.keys(answers), before), ...unasked("edits", changed, after)];
}
