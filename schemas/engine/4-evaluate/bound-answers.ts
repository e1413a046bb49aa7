import { formatOf } from "../operations/formats.ts";
import type { Answer, Answers } from "../types/index.ts";
import { typedAnswer } from "./answer-text.ts";
import type { Prepared } from "./prepare.ts";
import { fieldAt } from "./rows.ts";

/**
 * The answers that an address gives, by path; what is no answer of its field is left out. Whether it is offered, the
 * evaluation says.
 * @param bound names of parameters by path.
 * @param given the texts of a parameter, in their order.
 */
export function boundAnswers(
  prepared: Prepared,
  bound: Record<string, string>,
  given: (name: string) => string[],
): Answers {
  return Object.fromEntries(
    Object.entries(bound).flatMap(([path, name]) => {
      const answer = answerIn(prepared, path, given(name));
      return answer === undefined ? [] : [[path, answer] as const];
    }),
  );
}

function answerIn(prepared: Prepared, path: string, given: string[]): Answer | undefined {
  const field = fieldAt(prepared, path);
  const [first] = given;
  if (!field || first === undefined || first === "") return undefined;
  if (field.type === "choices") return given;
  if (field.type === "boolean") return first === "true" ? true : undefined;
  const answer = typedAnswer(field, field.format && formatOf(field.format), first);
  return typeof answer === "number" && !Number.isFinite(answer) ? undefined : answer;
}
