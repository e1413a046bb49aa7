import { fieldAt, formatOf, typedAnswer, type Answer, type Prepared } from "../../schemas/engine/evaluate.ts";
import type { InputValue } from "./pre-hydration-input.ts";

/** What was typed before the page was alive, as answers. */
export function preHydrationAnswers(
  prepared: Prepared,
  typed: Record<string, InputValue>,
): Record<string, Answer | undefined> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([path, value]) => {
      const field = fieldAt(prepared, path);
      if (!field) return [];
      const format = field.format && formatOf(field.format);
      return [[path, typeof value === "string" ? typedAnswer(field, format, value) : value]];
    }),
  );
}
