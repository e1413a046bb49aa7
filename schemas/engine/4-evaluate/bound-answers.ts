import { formatOf } from "../operations/formats.ts";
import type { Answer, Answers, CompiledScreen } from "../types/index.ts";
import { typedAnswer } from "./answer-text.ts";
import type { Prepared } from "./prepare.ts";
import { fieldAt } from "./rows.ts";
import { inOrder } from "./bound-address.ts";

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

/** What a run that is begun at a page is about, where its flow has a subject: a parameter of the route. */
export const subjectOf = ({
  screen: { subject },
  params,
}: {
  screen: Pick<CompiledScreen, "subject">;
  params: Record<string, string>;
}): string | undefined => (subject === undefined ? undefined : params[subject]);

function answerIn(prepared: Prepared, path: string, given: string[]): Answer | undefined {
  const field = fieldAt(prepared, path);
  if (field?.type === "choices") {
    const values = inOrder(given.flatMap(valuesOf));
    return values.length > 0 ? values : undefined;
  }
  const [first] = given;
  if (!field || first === undefined || first === "") return undefined;
  if (field.type === "boolean") return first === "true" ? true : undefined;
  const isNumber = field.type === "number" || field.type === "money";
  // It is written as it is kept, with all its decimals.
  if (isNumber && field.format?.with["decimals"] && String(Number(first)) === first) return Number(first);
  const answer = typedAnswer(field, field.format && formatOf(field.format), first);
  return isNumber && typeof answer !== "number" ? undefined : answer;
}

const valuesOf = (text: string): string[] =>
  text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => part.replaceAll(/%2c/gi, ",").replaceAll("%25", "%"));
