/** Documents as JSON, for another system: each part under its title, with the names that people read. */
import type { DocumentSection, DocumentTable, TableCell } from "../../schemas/engine/serve.ts";
import { blocksText } from "./blocks.ts";
import type { DocumentContent } from "./content.ts";

const valueOf = ({ text, number }: TableCell): string | number => number ?? text;

const rowsOf = ({ columns, rows }: DocumentTable): Record<string, string | number>[] =>
  rows.map((row) => Object.fromEntries(columns.map(({ label }, index) => [label, valueOf(row[index]!)])));

const partOf = ({ rows, table }: DocumentSection): unknown =>
  table ? rowsOf(table) : Object.fromEntries(rows.map(({ label, value }) => [label, value]));

/** One object: the title, the day, and what each part says. Empty cells are empty texts. */
export function drawJson({ title, day, sections }: DocumentContent): Buffer {
  const parts = sections.map((section, index) => [section.title ?? String(index + 1), partOf(section)]);
  const said = { [blocksText(title)]: day, ...Object.fromEntries(parts) };
  return Buffer.from(`${JSON.stringify(said, null, 2)}\n`);
}
