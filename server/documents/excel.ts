/** Documents as Excel sheets: a line for each question. */
import writeExcelFile, { type Row } from "write-excel-file/node";
import type { Words } from "../../schemas/engine/all.ts";
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
  const line = (label: string, value: string): Row => [text(label), text(value)];

  const rows: Row[] = [
    heading(brand.name, 11),
    heading(blocksText(content.title), 14),
    ...particulars(content).map(({ label, value }) => line(label, value)),
  ];
  const paragraphs = (words: Words): Row[] => [[], [text(blocksText(words), { columnSpan: 2 }), null]];
  if (body !== undefined) rows.push(...paragraphs(body));
  for (const { title, level = 1, rows: answers } of sections) {
    rows.push([]);
    if (title) rows.push(heading(title, level === 1 ? 12 : 11));
    rows.push(...answers.map(({ label, value }) => line(label, value)));
  }
  if (closing !== undefined) rows.push(...paragraphs(closing));
  if (signature !== undefined) rows.push([], [], ...paragraphs(signature));
  const columns = [{ width: 36 }, { width: 72 }];
  return await writeExcelFile(rows, { sheet: sheetName(content), columns }).toBuffer();
}
