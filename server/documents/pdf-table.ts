/** Tables: questions and answers in two columns, or columns with their names above. */
import type { DocumentSection, DocumentTable } from "../../schemas/engine/serve.ts";
import { breakLines, type Line } from "./lines.ts";
import type { PdfElement, PdfWriter } from "./pdf-writer.ts";

/** Points. */
const gap = 14;
const padding = 4;
const labelShare = 0.38;
/** A row that does not fit is begun on this page only if so many of its lines do. */
const fewestLines = 3;

interface Column {
  left: number;
  width: number;
  isNumber: boolean;
}

interface Cell {
  text: string;
  /** Whose name it is, if it is one. */
  heads?: "Row" | "Column";
  bold?: boolean;
}

/** What is drawn, and with what above it on each later page. */
interface Layout {
  columns: Column[];
  size: number;
  again: () => void;
}

/** Draws questions and answers, over as many pages as they need; `again` draws what stands above them on each later one. */
export function drawAnswers(
  pen: PdfWriter,
  rows: DocumentSection["rows"],
  size: number,
  again: () => void,
): void {
  const labelWidth = (pen.width - gap) * labelShare;
  const columns: Column[] = [
    { left: pen.left, width: labelWidth, isNumber: false },
    { left: pen.left + labelWidth + gap, width: pen.width - gap - labelWidth, isNumber: false },
  ];
  pen.inside("Table", () => {
    for (const { label, value, total: bold = false } of rows) {
      if (bold) rule(pen, { width: 1.2, colour: "#1b232c" });
      drawRow(
        pen,
        [
          { text: label, heads: "Row", bold },
          { text: value, bold },
        ],
        { columns, size, again },
      );
    }
  });
  pen.y += 8;
}

/** Draws columns with their names above, again on each later page. */
export function drawTable(
  pen: PdfWriter,
  { columns: named, rows }: DocumentTable,
  size: number,
  again: () => void,
): void {
  const columns = columnsOf(pen, { columns: named, rows }, size);
  const names: Cell[] = named.map(({ label }) => ({ text: label, heads: "Column" }));
  const namesAgain = (): void => {
    again();
    drawPlain(pen, names, columns, size);
  };
  pen.inside("Table", () => {
    drawRow(pen, names, { columns, size, again });
    for (const row of rows) {
      const cells = row.map(({ text }, index): Cell => (index === 0 ? { text, heads: "Row" } : { text }));
      drawRow(pen, cells, { columns, size, again: namesAgain });
    }
  });
  pen.y += 8;
}

/** As wide as what stands in them; where there is no room for that, the widest give way. */
function columnsOf(pen: PdfWriter, { columns, rows }: DocumentTable, size: number): Column[] {
  const measure = pen.measure(size);
  const wanted = columns.map(({ label }, index) =>
    Math.max(measure(label, true), ...rows.map((row) => measure(row[index]!.text, false))),
  );
  const widths = fittedWidths(wanted, pen.width - gap * (columns.length - 1));
  let left = pen.left;
  return columns.map(({ isNumber }, index) => {
    const column = { left, width: widths[index]!, isNumber };
    left += column.width + gap;
    return column;
  });
}

/** Widths that fill the room: those that are narrower than their share keep their own, the others share what is left. */
function fittedWidths(wanted: readonly number[], room: number): number[] {
  const total = wanted.reduce((sum, one) => sum + one, 0);
  if (total <= room) return wanted.map((one) => (total === 0 ? room / wanted.length : (one * room) / total));
  let left = room;
  const order = wanted.map((_, index) => index).toSorted((a, b) => wanted[a]! - wanted[b]!);
  const widths: number[] = [];
  for (const [place, index] of order.entries()) {
    const share = left / (wanted.length - place);
    widths[index] = Math.min(wanted[index]!, share);
    left -= widths[index];
  }
  return widths;
}

const broken = (
  pen: PdfWriter,
  { text, heads, bold = heads === "Column" }: Cell,
  { width }: Column,
  size: number,
): Line[] => breakLines([{ text: text.replaceAll(/\r\n?/g, "\n"), bold }], width, pen.measure(size));

/** A row, begun on the next page where too little of it fits, and gone on with there where not all does. */
function drawRow(pen: PdfWriter, cells: Cell[], { columns, size, again }: Layout): void {
  const leading = pen.leading(size);
  const texts = cells.map((cell, index) => broken(pen, cell, columns[index]!, size));
  const lines = Math.max(...texts.map((text) => text.length), 1);
  const fitting = (): number => Math.floor((pen.bottom - pen.y - 2 * padding) / leading);
  pen.inside("TR", () => {
    const elements = cells.map(({ heads }) =>
      pen.element(heads ? "TH" : "TD", heads ? { scope: heads } : {}),
    );
    if (fitting() < Math.min(lines, fewestLines) && pen.room(pen.bottom)) again();
    let from = 0;
    while (from < lines) {
      const to = Math.min(lines, from + Math.max(fitting(), 1));
      const top = pen.y + padding;
      for (const [index, element] of elements.entries()) {
        drawPart(pen, element, texts[index]!.slice(from, to), { column: columns[index]!, top, size });
      }
      pen.y = top + (to - from) * leading + padding;
      from = to;
      if (from < lines && pen.room(pen.bottom)) again();
    }
    rule(pen);
  });
}

/** What was read already, for those who look at a later page. */
function drawPlain(pen: PdfWriter, cells: Cell[], columns: Column[], size: number): void {
  const texts = cells.map((cell, index) => broken(pen, cell, columns[index]!, size));
  const top = pen.y + padding;
  pen.artifact("Pagination", () => {
    for (const [index, lines] of texts.entries())
      drawLines(pen, lines, { column: columns[index]!, top, size });
  });
  pen.y = top + Math.max(...texts.map((text) => text.length), 1) * pen.leading(size) + padding;
  rule(pen);
}

interface CellPlace {
  column: Column;
  top: number;
  size: number;
}

function drawPart(pen: PdfWriter, cell: PdfElement, lines: Line[], place: CellPlace): void {
  if (lines.length > 0) cell.part(() => drawLines(pen, lines, place));
}

function drawLines(pen: PdfWriter, lines: Line[], { column, top, size }: CellPlace): void {
  const measure = pen.measure(size);
  const widthOf = (line: Line): number => line.reduce((sum, { text, bold }) => sum + measure(text, bold), 0);
  for (const [index, line] of lines.entries()) {
    const shift = column.isNumber ? Math.max(0, column.width - widthOf(line)) : 0;
    pen.line(line, column.left + shift, top + index * pen.leading(size), size);
  }
}

/** A line over the whole width. */
function rule(pen: PdfWriter, { width = 0.5, colour = "#c9d0d8" } = {}): void {
  pen.artifact("Layout", () => {
    pen.doc
      .moveTo(pen.left, pen.y)
      .lineTo(pen.left + pen.width, pen.y)
      .lineWidth(width)
      .strokeColor(colour)
      .stroke();
  });
}
