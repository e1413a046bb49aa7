import { formatOf, type TextFormat } from "../operations/formats.ts";
import type { Answer, CompiledField, FieldState, Option } from "../types.ts";
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
  return [format.prefix, format.show(text), format.suffix].filter(Boolean).join(" ");
}

/** The format that a field has now. */
export function formatNow(
  field: CompiledField,
  { variant }: Pick<FieldState, "variant">,
): TextFormat | undefined {
  const format = (variant === undefined ? undefined : field.variants?.[variant]?.format) ?? field.format;
  return format && formatOf(format);
}

/** The answer that typed text gives; none where nothing of it counts. */
export function typedAnswer(
  { type }: CompiledField,
  format: TextFormat | undefined,
  typed: string,
): Answer | undefined {
  const clean = format ? format.clean(typed) : typed;
  if (clean === "") return undefined;
  return type === "number" || type === "money" ? Number(clean) : clean;
}

function labelOf(value: string, options: Option[]): string {
  const option = options.find((one) => one.value === value);
  return option ? plainWords(option.label) : value;
}
