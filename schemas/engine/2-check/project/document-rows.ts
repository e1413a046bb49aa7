import type { AcceptedPart, WrittenScreenDocumentSection } from "../../types/index.ts";
import { callNamed, partOfSchema, valueSchema, type ValuePart } from "./call-values.ts";
import type { Project, Screen, ValueSchema } from "./project.ts";

export type WrittenSection = AcceptedPart<WrittenScreenDocumentSection>;

/** What one row of a section is, or in words why it shows nothing; undefined where nobody can tell. */
export type SectionRow = { row: ValueSchema } | { why: string } | undefined;

const schemaIn = (part: ValuePart | undefined): ValueSchema | undefined =>
  part && "schema" in part ? part.schema : undefined;

/** A row that is a text or a number itself is named by `value`. */
const asRow = (one: ValueSchema): ValueSchema =>
  one.type === "object" ? one : { type: "object", properties: { value: one } };

/** A row of what a section of a document shows: of a list, one of its things; else the thing itself. */
export function sectionRow(
  project: Project,
  screen: Screen,
  { data = "", rows, groups }: WrittenSection,
): SectionRow {
  const called = screen.value.data?.[data]?.call;
  const call = callNamed(project, called);
  if (!call) return undefined;
  const given = valueSchema(call);
  if (!given) return { why: `de "value" de su llamada, "${called}", no se sabe qué da` };
  if (rows !== undefined && given.type === "array") return { why: "da una lista, sin partes con nombre" };
  const part = rows === undefined ? { schema: given } : partOfSchema(given, rows.split("."));
  const shown = schemaIn(part);
  if (!shown) return part ? { why: `"${rows}" no está en lo que da` } : undefined;
  if (!groups) return { row: asRow(shown.type === "array" ? (shown.items ?? {}) : shown) };
  if (shown.type !== "array") return { why: `"${rows}" no es una lista de grupos` };
  const group = shown.items ?? {};
  const title = schemaIn(partOfSchema(group, [groups.title ?? ""]));
  if (title?.type !== "string") return { why: `"${groups.title}" no es un texto de sus grupos` };
  const inner = schemaIn(partOfSchema(group, (groups.rows ?? "").split(".")));
  if (inner?.type !== "array") return { why: `"${groups.rows}" no es una lista de sus grupos` };
  return { row: asRow(inner.items ?? {}) };
}

/** A row of a section whose columns words can name; undefined where nobody knows which there are. */
export function namedRow(project: Project, screen: Screen, section: WrittenSection): ValueSchema | undefined {
  const found = sectionRow(project, screen, section);
  return found && "row" in found && found.row.properties ? found.row : undefined;
}
