import type { Answer, Answers, Context } from "../types.ts";
import { evaluate, isBlank, sameInputs } from "./evaluate.ts";
import type { Prepared } from "./prepare.ts";

/**
 * Applies an edit and all the clearing that follows from it: what became hidden or disabled, what is chosen from a list
 * that is another one now or no longer offers it, and what a field says it `resets`. What was cleared stays cleared.
 * With no changes it clears what is not offered any more, as after a list has arrived.
 */
export function change(
  prepared: Prepared,
  answers: Answers,
  changes: Record<string, Answer | undefined>,
  context: Context,
): { answers: Answers; cleared: string[] } {
  const next: Answers = { ...answers };
  const cleared = new Set<string>();
  const before = evaluate(prepared, answers, context).inputs;
  const clear = (path: string): void => {
    if (isBlank(next[path])) return;
    delete next[path];
    cleared.add(path);
    resetBy(path);
  };
  const resetBy = (path: string): void =>
    prepared.fields[path]?.field.resets.filter((other) => !Object.hasOwn(changes, other)).forEach(clear);

  for (const [path, value] of Object.entries(changes)) {
    const same = JSON.stringify(next[path]) === JSON.stringify(value);
    if (isBlank(value)) delete next[path];
    else next[path] = value;
    if (!same) resetBy(path);
  }
  // Each round clears at least one answer, so it ends.
  for (;;) {
    const found = evaluate(prepared, next, context);
    const gone = [...found.cleared];
    for (const [name, choices] of Object.entries(prepared.choicesOf)) {
      const [was, is] = [before[name], found.inputs[name]];
      if (was && !(is && sameInputs(was, is))) {
        gone.push(...choices.filter((path) => !Object.hasOwn(changes, path)));
      }
    }
    for (const problem of found.problems) {
      if (problem.code === "notOffered") gone.push(problem.path);
    }
    const present = gone.filter((path) => !isBlank(next[path]));
    if (present.length === 0) return { answers: next, cleared: [...cleared] };
    present.forEach(clear);
  }
}
