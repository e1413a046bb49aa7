/** Questions and answers as a table of two columns. */
import type { AnswerSection } from "../../schemas/engine/all.ts";
import { breakLines, type Line } from "./lines.ts";
import type { PdfElement, PdfWriter } from "./pdf-writer.ts";

/** Points. */
const gap = 14;
const padding = 4;
const labelShare = 0.38;
/** A row that does not fit is begun on this page only if so many of its lines do. */
const fewestLines = 3;

/** Draws the rows, over as many pages as they need; `again` draws what stands above them on each later one. */
export function drawTable(
  pen: PdfWriter,
  rows: AnswerSection["rows"],
  size: number,
  again: () => void,
): void {
  const labelWidth = (pen.width - gap) * labelShare;
  const valueLeft = pen.left + labelWidth + gap;
  const valueWidth = pen.width - gap - labelWidth;
  const leading = pen.leading(size);
  const broken = (text: string, width: number): Line[] =>
    breakLines([{ text, bold: false }], width, pen.measure(size));

  pen.inside("Table", () => {
    for (const { label, value } of rows) {
      const labels = broken(label, labelWidth);
      const values = broken(value.replaceAll(/\r\n?/g, "\n"), valueWidth);
      const lines = Math.max(labels.length, values.length, 1);
      pen.inside("TR", () => {
        const head = pen.element("TH", { scope: "Row" });
        const data = pen.element("TD");
        const fitting = (): number => Math.floor((pen.bottom - pen.y - 2 * padding) / leading);
        if (fitting() < Math.min(lines, fewestLines) && pen.room(pen.bottom)) again();
        let from = 0;
        while (from < lines) {
          const to = Math.min(lines, from + Math.max(fitting(), 1));
          const top = pen.y + padding;
          drawPart(pen, head, labels.slice(from, to), pen.left, top, size);
          drawPart(pen, data, values.slice(from, to), valueLeft, top, size);
          pen.y = top + (to - from) * leading + padding;
          from = to;
          if (from < lines && pen.room(pen.bottom)) again();
        }
        rule(pen);
      });
    }
  });
  pen.y += 8;
}

function drawPart(
  pen: PdfWriter,
  cell: PdfElement,
  lines: Line[],
  left: number,
  top: number,
  size: number,
): void {
  if (lines.length === 0) return;
  cell.part(() =>
    lines.forEach((line, index) => pen.line(line, left, top + index * pen.leading(size), size)),
  );
}

function rule(pen: PdfWriter): void {
  pen.artifact("Layout", () => {
    pen.doc
      .moveTo(pen.left, pen.y)
      .lineTo(pen.left + pen.width, pen.y)
      .lineWidth(0.5)
      .strokeColor("#c9d0d8")
      .stroke();
  });
}
