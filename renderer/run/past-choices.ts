import {
  fieldAt,
  type DataAnswer,
  type Option,
  type Prepared,
  type RunState,
} from "../../schemas/engine/evaluate.ts";

/**
 * What a data query gives to a run that is done: what was chosen stays among the options, whether or not it is offered to
 * others since. A time that was booked is nobody else's to choose.
 */
export function withPastChoices(
  prepared: Prepared,
  data: string,
  answer: DataAnswer,
  { answers, labels = {} }: Pick<RunState, "answers" | "labels">,
): DataAnswer {
  const offered = new Set(answer.options.map(({ value }) => value));
  const chosen = Object.entries(labels).flatMap(([path, label]): Option[] => {
    const source = fieldAt(prepared, path)?.options;
    if (!source || !("data" in source) || source.data !== data) return [];
    const values = [answers[path] ?? []].flat().map(String);
    const parts = values.length === 1 ? [label] : label.split(", ");
    // A name with a comma in it: better none than that of another.
    const names = parts.length === values.length ? parts : values;
    return values.map((value, index) => ({ value, label: names[index]! }));
  });
  const missing = chosen.filter(({ value }) => !offered.has(value));
  if (missing.length === 0) return answer;
  return { ...answer, status: "ready", options: [...answer.options, ...missing] };
}
