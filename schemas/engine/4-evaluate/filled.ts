import type { Answers, Context } from "../types/index.ts";
import { createEvaluator } from "./evaluator.ts";
import type { Prepared } from "./prepare.ts";
import { sameAnswer } from "./work.ts";

/**
 * Whether the answers are what a query fills in for them. Who filled them in does not count, nor that a button was
 * pressed: a server cannot know it. What was changed since is not what the query gives any more.
 */
export function isFilled(prepared: Prepared, answers: Answers, context: Context, query: string): boolean {
  const evaluator = createEvaluator(prepared, answers, context);
  const given = Object.entries(evaluator.fills(query)).filter(([, value]) => value !== undefined);
  return given.length > 0 && given.every(([path, value]) => sameAnswer(value, answers[path]));
}

/** Answers with what queries fill in where there is none yet, of those that are known. */
export function withFilled(prepared: Prepared, answers: Answers, context: Context): Answers {
  const evaluator = createEvaluator(prepared, answers, context);
  const given = Object.keys(prepared.flow.data).flatMap((query) => Object.entries(evaluator.fills(query)));
  const missing = given.filter(([path, value]) => value !== undefined && answers[path] === undefined);
  return missing.length === 0 ? answers : { ...Object.fromEntries(missing), ...answers };
}
