import { fieldAt, sameAnswer, type Answer, type Answers } from "../../schemas/engine/evaluate.ts";
import type { FlowStore } from "./store.ts";

/** `answers` with edits on top; null removes. */
export function withEdits(answers: Answers, edits: Record<string, Answer | null>): Answers {
  const merged: Answers = { ...answers };
  for (const [path, value] of Object.entries(edits)) {
    if (value === null) delete merged[path];
    else merged[path] = value;
  }
  return merged;
}

/** Paths of the edits that some answers do not have. White space around a text is no part of it. */
export const lostIn = (answers: Answers, edits: Record<string, Answer | null>): string[] =>
  Object.entries(edits).flatMap(([path, value]) =>
    sameAnswer(whole(answers[path] ?? null), whole(value)) ? [] : [path],
  );

/** As the server keeps it. */
const whole = (answer: Answer | null): Answer | undefined =>
  typeof answer === "string" ? answer.trim() || undefined : (answer ?? undefined);

/** Without the paths that the flow does not have: what was kept may be from an older revision. */
export const knownTo = <T>(store: FlowStore, answers: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(answers).filter(([path]) => fieldAt(store.prepared, path) !== undefined));

/** What has no answer of its own. */
const unanswerable = new Set(["group", "display"]);

/** All visible answers of a step; null where there is none, so that what was saved before goes. */
export function answersOf(store: FlowStore, step: string): Record<string, Answer | null> {
  const { fields, values } = store.evaluation();
  return Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([path, { visible }]) =>
          visible &&
          path.startsWith(`${step}.`) &&
          !unanswerable.has(fieldAt(store.prepared, path)?.type ?? "group"),
      )
      .map(([path]) => [path, values[path] ?? null]),
  );
}
