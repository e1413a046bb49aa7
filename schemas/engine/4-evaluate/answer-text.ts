import { formatOf, type TextFormat } from "../operations/formats.ts";
import type {
  Answer,
  CompiledField,
  FieldState,
  FileAnswer,
  Format,
  Option,
  Variant,
  WordFormat,
} from "../types/index.ts";
import type { Prepared } from "./prepare.ts";
import { fieldAt, isContainer } from "./rows.ts";
import { plainWords, shownAs } from "./words.ts";

/** An answer with what it was chosen from. */
export type Shown = Pick<FieldState, "value"> & Partial<Pick<FieldState, "options" | "variant">>;

/**
 * How an answer is shown to people: the option's label, the name of a file, the formatted text with its prefix, what the brand says for yes and no.
 * An object that a raw schema describes has no text.
 */
export function answerText(
  prepared: Pick<Prepared, "flow">,
  path: string,
  { value, options = [], variant }: Shown,
  format?: WordFormat,
): string {
  const field = fieldAt(prepared, path);
  if (field?.type === "file") return (value as FileAnswer | undefined)?.name ?? "";
  if (field?.type === "choice" || field?.type === "choices") {
    return [value ?? []]
      .flat()
      .map((one) => labelOf(String(one), options))
      .join(", ");
  }
  return shownAs(value, format ?? (field && ownFormat(field, variant)), prepared.flow.booleans);
}

/** The variant of a field that holds, by its number in the field's state. */
export const variantNow = ({ variants }: CompiledField, variant: number | undefined): Variant | undefined =>
  variant === undefined ? undefined : variants?.[variant];

const ownFormat = (field: CompiledField, variant: number | undefined): Format | undefined =>
  variantNow(field, variant)?.format ?? field.format;

/** A size as people read it: whole kilobytes, or megabytes with one decimal. `bytes` is a whole number. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1024) return `${kilobytes} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1).replace(".0", "").replace(".", ",")} MB`;
}

/** Where placeholders find what they name. */
export interface WordSource {
  /** The state of a field, in a row with its row. */
  field(path: string): Shown | undefined;
  /** Everything else, as rules read it. May throw on what is not known. */
  variable(name: string): unknown;
}

const described = ".description";

/**
 * The text in the place of a placeholder: an answer as people read it, `<choice>.description` what the chosen option says
 * of itself, everything else as its format shows it. What is not known is no text. Among other words, a figure stays on
 * the line of what stands before it.
 */
export function placeholderText(
  prepared: Pick<Prepared, "flow">,
  source: WordSource,
  name: string,
  format?: WordFormat,
): string {
  const field = fieldAt(prepared, name);
  if (field && !isContainer(field)) {
    const shown = source.field(name) ?? { value: undefined };
    return unbroken(answerText(prepared, name, shown, format), format ?? ownFormat(field, shown.variant));
  }
  const choice = name.endsWith(described) ? name.slice(0, -described.length) : undefined;
  if (choice !== undefined && fieldAt(prepared, choice)?.type === "choice") {
    const state = source.field(choice);
    return state?.options?.find(({ value }) => value === state.value)?.description ?? "";
  }
  try {
    return unbroken(shownAs(source.variable(name), format, prepared.flow.booleans), format);
  } catch {
    return "";
  }
}

/** With a space that does not break after the format's prefix. */
function unbroken(text: string, format: WordFormat | undefined): string {
  const prefix = format && "operation" in format ? formatOf(format).prefix : undefined;
  return prefix && text.startsWith(`${prefix} `) ? `${prefix}\u00a0${text.slice(prefix.length + 1)}` : text;
}

/** The format that a field has now. */
export function formatNow(
  field: CompiledField,
  { variant }: Pick<FieldState, "variant">,
): TextFormat | undefined {
  const format = ownFormat(field, variant);
  return format && formatOf(format);
}

/** The answer that typed text gives; none where nothing of it counts. What is no number is kept, to be refused. */
export function typedAnswer(
  { type }: CompiledField,
  format: TextFormat | undefined,
  typed: string,
): Answer | undefined {
  const clean = format ? format.clean(typed) : typed;
  if (clean === "") return undefined;
  const counts = (type === "number" || type === "money") && (format?.fits(clean) ?? true);
  return counts && Number.isFinite(Number(clean)) ? Number(clean) : clean;
}

function labelOf(value: string, options: Option[]): string {
  const option = options.find((one) => one.value === value);
  return option ? plainWords(option.label) : value;
}
