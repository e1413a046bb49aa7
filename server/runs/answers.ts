import type { Answer, Answers, Prepared } from "../../schemas/engine/all.ts";
import { unknownKeys } from "./refusals.ts";

/**
 * The answers with what was sent; null and empty remove.
 * @throws {ApiError} `unknown-key` when a path is no field of the flow, or of the step where one is named.
 */
export function mergeAnswers(
  prepared: Prepared,
  answers: Answers,
  sent: Record<string, Answer | null>,
  step?: string,
): Answers {
  const asked = (path: string): boolean =>
    Object.hasOwn(prepared.fields, path) && (step === undefined || path.startsWith(`${step}.`));
  const unknown = Object.keys(sent).filter((path) => !asked(path));
  if (unknown.length > 0) throw unknownKeys(unknown);
  const merged: Answers = { ...answers };
  for (const [path, value] of Object.entries(sent)) {
    // White space around a text is no part of it, once it is meant to be whole.
    const text = step !== undefined && typeof value === "string" ? value.trim() : value;
    if (text === null || text === "") delete merged[path];
    else merged[path] = text;
  }
  return merged;
}
