import type { Answer, Answers, Context, Evaluation } from "../types/index.ts";
import { createEvaluator, evaluationOf, orphansOf } from "./evaluator.ts";
import type { Prepared } from "./prepare.ts";
import { lookAtAll } from "./first-look.ts";

/**
 * Gives answers their meaning: what is visible, required and enabled, what can be chosen, what is wrong.
 * Pure: equal arguments give equal results. Never throws on an answer, whatever it holds.
 */
export function evaluate(prepared: Prepared, answers: Answers, context: Context): Evaluation {
  const work = lookAtAll(prepared, answers, context);
  return evaluationOf(work, orphansOf(work, answers));
}

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
  const evaluator = createEvaluator(prepared, answers, context);
  const { cleared } = evaluator.change(changes);
  return { answers: evaluator.answers(), cleared };
}
