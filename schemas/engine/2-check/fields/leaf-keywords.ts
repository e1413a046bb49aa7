import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { leafKeywords } from "../../3-compile/leaf-schema.ts";
import type { ValueType } from "../../types/index.ts";
import type { Kind, Project } from "../project/project.ts";
import { lengthsOf } from "../patterns/lengths.ts";
import { checkRange, limits } from "./ranges.ts";
import { valueTypeInWords } from "../report/value-words.ts";
import { type Definition } from "../report/values.ts";

/** What form a value has is its kind's to say: a field that says another would be of another kind. */
const ofTheKind: ReadonlySet<string> = new Set(["pattern", "format"]);

/** Whether a field may say a keyword that its type takes: not one that a kind that it can be says for itself. */
export const fitsKind = (keyword: string, kinds: Kind[]): boolean =>
  !ofTheKind.has(keyword) || kinds.every(({ value }) => !(keyword in (value.schema ?? {})));

interface Subject {
  file: ReadFile;
  /** Where `schema` stands. */
  at: JsonPath;
  schema: Record<string, unknown> | undefined;
  type: ValueType | undefined;
  /** The kind, as a message names it. */
  kind: string;
  /** What the schema is laid over: of the kinds that the field can have. */
  over?: Kind[];
}

/** Compares the keywords of a value's schema with the type of the value, and with what its kind says already. */
export function checkLeafKeywords(
  project: Project,
  { file, at, schema, type, kind, over = [] }: Subject,
): void {
  if (type === undefined) return;
  const own = schema ?? {};
  const takes: readonly string[] = leafKeywords(type);
  const below = over.map(({ value }) => value.schema ?? {});
  for (const key of Object.keys(own)) {
    if (takes.includes(key) && fitsKind(key, over)) continue;
    const values = { key, kind, type: valueTypeInWords(type) };
    project.report.add(file, [...at, key], "key-does-not-fit", values, { part: "key", once: true });
  }
  for (const one of below) checkAgainst(project, file, at, own, one);
  for (const one of below.length > 0 ? below : [{}]) checkPatternLength(project, file, at, own, one);
}

/** A length that no text of the pattern has, one of the two being its own. */
function checkPatternLength(
  { report }: Project,
  file: ReadFile,
  at: JsonPath,
  own: Definition,
  kind: Definition,
): void {
  const { pattern, minLength, maxLength } = { ...kind, ...own };
  if (typeof pattern !== "string") return;
  const { least, most } = lengthsOf(pattern);
  const tell = (key: string, values: { least: string; most: string }): void => {
    const place = [...at, key in own ? key : "pattern"];
    if (key in own || "pattern" in own) report.add(file, place, "empty-range", values, { once: true });
  };
  if (typeof maxLength === "number" && maxLength < least)
    tell("maxLength", { least: `${least} por "pattern"`, most: String(maxLength) });
  if (typeof minLength === "number" && minLength > most)
    tell("minLength", { least: String(minLength), most: `${most} por "pattern"` });
}

/** A limit of the field's own that its kind's other one makes impossible. */
function checkAgainst(
  project: Project,
  file: ReadFile,
  at: JsonPath,
  own: Definition,
  kind: Definition,
): void {
  for (const [least, most] of limits) {
    // Both of its own were compared already.
    if (least in own === most in own) continue;
    const place = [...at, least in own ? least : most];
    checkRange(project, file, [own[least] ?? kind[least], own[most] ?? kind[most]], place);
  }
}
