/** Documents as Excel sheets: a line for each question, or each row of a table. */
import writeExcelFile, { type Row } from "write-excel-file/node";
import type { DocumentTable, TableCell, Words } from "../../schemas/engine/serve.ts";
import { blocksText } from "./blocks.ts";
import type { DocumentContent } from "./content.ts";
import { particulars, sheetName } from "./labels.ts";

/** Characters that one cell holds. */
const maxCellLength = 32_767;

/** What a spreadsheet program would take for a formula, with wide signs too, gets an apostrophe in front. */
export const cellText = (text: string): string => {
  // XML has no place for these, and a lone half of a sign is none.
  // oxlint-disable-next-line no-control-regex -- they are what is removed
  const clean = text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "");
  const isFormula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(clean) || /^[\t\r\n]/.test(clean);
  // Cutting may halve a sign, and half of one is none.
  return (isFormula ? `'${clean}` : clean).slice(0, maxCellLength).toWellFormed();
};

/** In groups of three, as the machine's country writes them. */
const numberFormat = (decimals: number): string =>
  decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;

/** Draws a document with one sheet. */
export async function drawExcel(content: DocumentContent): Promise<Buffer> {
  const { brand, sections, body, closing, signature } = content;
  const text = (value: string, style: object = {}) => ({
    value: cellText(value),
    type: String,
    wrap: true,
    alignVertical: "top" as const,
    ...style,
  });
  const heading = (value: string, fontSize: number): Row => [
    text(value, { fontWeight: "bold", fontSize, columnSpan: 2 }),
    null,
  ];
  const asTotal = { fontWeight: "bold", topBorderStyle: "thin" } as const;
  const line = (label: string, value: string, style = {}): Row => [text(label, style), text(value, style)];

  const rows: Row[] = [
    heading(brand.name, 11),
    heading(blocksText(content.title), 14),
    ...particulars(content).map(({ label, value }) => line(label, value)),
  ];
  const paragraphs = (words: Words): Row[] => [[], [text(blocksText(words), { columnSpan: 2 }), null]];
  if (body !== undefined) rows.push(...paragraphs(body));
  const cell = ({ text: said, number, decimals = 0 }: TableCell) =>
    number === undefined
      ? text(said)
      : { value: number, type: Number, format: numberFormat(decimals), alignVertical: "top" as const };
  const lines = ({ columns: named, rows: all }: DocumentTable): Row[] => [
    named.map(({ label, isNumber }) =>
      text(label, { fontWeight: "bold", ...(isNumber ? { align: "right" } : {}) }),
    ),
    ...all.map((row) => row.map(cell)),
  ];
  for (const { title, level = 1, body: said, rows: answers, table } of sections) {
    rows.push([]);
    if (title) rows.push(heading(title, level === 1 ? 12 : 11));
    if (said !== undefined) rows.push([text(blocksText(said), { columnSpan: 2 }), null]);
    rows.push(...answers.map(({ label, value, total }) => line(label, value, total && asTotal)));
    if (table) rows.push(...lines(table));
  }
  if (closing !== undefined) rows.push(...paragraphs(closing));
  if (signature !== undefined) rows.push([], [], ...paragraphs(signature));
  const most = Math.max(2, ...sections.map(({ table }) => table?.columns.length ?? 0));
  const columns =
    most === 2 ? [{ width: 36 }, { width: 72 }] : Array.from({ length: most }, () => ({ width: 22 }));
  return await writeExcelFile(rows, { sheet: sheetName(content), columns }).toBuffer();
}
