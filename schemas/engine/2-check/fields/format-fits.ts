/** Whether a format is of the type of what is answered, and lets in what its pattern asks for. */
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { formatUses } from "../../operations/uses.ts";
import type { ValueType } from "../../types/index.ts";
import { canBeWrittenWith } from "../patterns/signs.ts";
import type { PresetPart, Project } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { valueTypeInWords } from "../report/value-words.ts";
import { isObject, listed } from "../report/values.ts";

type Format = PresetPart["format"];

export const formatName = (format: Format): string | undefined =>
  typeof format === "object" ? format.operation : format;

/** Checks that a format takes the parameters that it is given: another one would change nothing. */
export function checkFormatParameters(
  { report }: Project,
  file: ReadFile,
  format: Format,
  at: JsonPath,
): void {
  const { parameters } = formatUses[formatName(format) ?? ""] ?? {};
  if (!parameters || !isObject(format)) return;
  for (const key of Object.keys(format.with ?? {})) {
    if (parameters.includes(key)) continue;
    const allowed = parameters.length > 0 ? listed(parameters) : "ninguno";
    const suggestion = nearest(key, parameters);
    report.add(file, [...at, "with", key], "unknown-key", { key, allowed }, { part: "key", suggestion });
  }
}

/** Checks the format of answers of a type. `pattern` is what they have to be like. */
export function checkFormatFits(
  { report }: Project,
  file: ReadFile,
  format: Format,
  at: JsonPath,
  { type, pattern }: { type: ValueType | undefined; pattern: unknown },
): void {
  const name = formatName(format) ?? "";
  const use = Object.hasOwn(formatUses, name) ? formatUses[name] : undefined;
  if (!use || type === undefined) return;
  const place = isObject(format) ? [...at, "operation"] : at;
  if (!use.types.includes(type)) {
    const fitting = Object.entries(formatUses).flatMap(([one, { types }]) =>
      types.includes(type) ? [one] : [],
    );
    const expected = `un formato para ${valueTypeInWords(type)} (${listed(fitting)})`;
    return report.add(file, place, "wrong-type", { expected, found: `"${name}"` }, { once: true });
  }
  if (use.signs === undefined || typeof pattern !== "string" || canBeWrittenWith(pattern, use.signs)) return;
  const limit = `con este formato no se puede escribir nada que cumpla ${pattern}`;
  report.add(file, place, "value-out-of-range", { limit }, { once: true });
}
