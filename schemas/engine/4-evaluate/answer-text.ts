import type { Answer, Option } from "../types.ts";
import type { Prepared } from "./prepare.ts";
import { plainWords } from "./words.ts";

/** How an answer is shown to people: the option's label, the formatted text with its prefix, Sí or No. */
export function answerText(
  prepared: Prepared,
  path: string,
  answer: Answer | undefined,
  options: Option[] = [],
): string {
  if (answer === undefined) return "";
  const known = prepared.fields[path];
  if (typeof answer === "boolean") return answer ? "Sí" : "No";
  if (Array.isArray(answer)) return answer.map((one) => labelOf(one, options)).join(", ");
  const text = String(answer);
  if (known?.field.type === "choice") return labelOf(text, options);
  const format = known?.format;
  if (!format) return text;
  return [format.prefix, format.show(text)].filter(Boolean).join(" ");
}

function labelOf(value: string, options: Option[]): string {
  const option = options.find((one) => one.value === value);
  return option ? plainWords(option.label) : value;
}
