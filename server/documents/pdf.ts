/** Documents as tagged PDF: headings, paragraphs, lists and tables that a screen reader finds its way in. */
import { blocksOf, blocksText, type Block } from "./blocks.ts";
import type { DocumentContent } from "./content.ts";
import { continued, pageOf, particulars } from "./labels.ts";
import { breakLines, type Line } from "./lines.ts";
import { openPdf, type PdfWriter } from "./pdf-writer.ts";
import { drawableImage } from "./picture.ts";
import { drawAnswers, drawTable } from "./pdf-table.ts";

/** Points. */
const sizes = { title: 18, headings: [14, 12, 11], text: 10.5, table: 9, small: 8.5 };

/** Points. */
const maxPictureHeight = 220;

/** Draws a document. `written` is when its submission was stored: drawn again, it is the same file. */
export async function drawPdf(
  content: DocumentContent,
  written: Date,
  { compress = true }: { compress?: boolean } = {},
): Promise<Buffer> {
  const { brand, number = "", sections, body, closing, signature, picture } = content;
  const title = blocksText(content.title).replaceAll("\n", " ");
  const pen = openPdf({ title, author: brand.name, language: content.locale, written, compress });
  const { doc } = pen;
  pen.onPage = (page) => {
    if (page > 1) runningHead(pen, `${brand.name} · ${title}`, number);
  };

  pen.artifact("Layout", () => {
    pen.line([{ text: brand.name, bold: true }], pen.left, pen.y, sizes.headings[1]!, brand.colour);
    doc
      .rect(pen.left, pen.y + 20, pen.width, 2)
      .fillColor(brand.colour)
      .fill();
  });
  pen.y += 36;
  heading(pen, title, 0);
  for (const { label, value } of particulars(content)) {
    paragraph(pen, {
      runs: [
        { text: `${label}: `, bold: true },
        { text: value, bold: false },
      ],
    });
  }
  if (picture) await drawPicture(pen, picture);
  if (body !== undefined) drawBlocks(pen, blocksOf(body));
  for (const { title: name, level = 1, body: text, rows, table } of sections) {
    if (name) heading(pen, name, level);
    if (text !== undefined) drawBlocks(pen, blocksOf(text));
    const again = (): void => {
      if (name) headingAgain(pen, continued(content, name), level);
    };
    if (rows.length > 0) drawAnswers(pen, rows, sizes.text, again);
    if (table) drawTable(pen, table, table.columns.length > 3 ? sizes.table : sizes.text, again);
  }
  if (closing !== undefined) {
    pen.y += sizes.text;
    drawBlocks(pen, blocksOf(closing));
  }
  if (signature !== undefined) drawSignature(pen, blocksOf(signature));
  footers(pen, content);
  return await pen.end();
}

const headingSize = (level: number): number =>
  level === 0 ? sizes.title : sizes.headings[Math.min(level, sizes.headings.length) - 1]!;

function heading(pen: PdfWriter, text: string, level: number): void {
  const size = headingSize(level);
  const lines = breakLines([{ text, bold: true }], pen.width, pen.measure(size));
  // Not alone at the foot of a page: some lines of what it heads come with it.
  pen.room(size * 0.8 + lines.length * pen.leading(size) + 4 * pen.leading(sizes.text));
  pen.y += level === 0 ? 0 : size * 0.8;
  pen.tagged(`H${Math.min(level + 1, 6)}`, () => drawLines(pen, lines, size, pen.left));
  pen.y += 4;
}

function headingAgain(pen: PdfWriter, text: string, level: number): void {
  const size = headingSize(level);
  pen.artifact("Pagination", () => {
    for (const line of breakLines([{ text, bold: true }], pen.width, pen.measure(size))) {
      pen.line(line, pen.left, pen.y, size);
      pen.y += pen.leading(size);
    }
  });
  pen.y += 4;
}

function paragraph(pen: PdfWriter, { runs }: Block): void {
  const lines = breakLines(runs, pen.width, pen.measure(sizes.text));
  pen.tagged("P", () => drawLines(pen, lines, sizes.text, pen.left));
  pen.y += 6;
}

/** A picture as wide as the text, or less where it would be too high. One that cannot be read is left out. */
async function drawPicture(
  pen: PdfWriter,
  { bytes, alternative }: NonNullable<DocumentContent["picture"]>,
): Promise<void> {
  const image = await drawableImage(bytes);
  if (!image) return;
  const { width, height } = (
    pen.doc as unknown as { openImage(image: Buffer): { width: number; height: number } }
  ).openImage(image);
  const scale = Math.min(pen.width / width, maxPictureHeight / height);
  pen.room(height * scale);
  pen.tagged(
    "Figure",
    () => pen.doc.image(image, pen.left, pen.y, { width: width * scale, height: height * scale }),
    { alt: alternative },
  );
  pen.y += height * scale + 10;
}

function drawBlocks(pen: PdfWriter, blocks: Block[]): void {
  let list: Block[] = [];
  const endList = (): void => {
    if (list.length > 0) drawList(pen, list);
    list = [];
  };
  for (const block of blocks) {
    if (block.item) list.push(block);
    else {
      endList();
      paragraph(pen, block);
    }
  }
  endList();
}

/** A line with room to sign on, and what stands under it: all on one page. */
function drawSignature(pen: PdfWriter, blocks: Block[]): void {
  const room = 64;
  const width = pen.width / 2;
  const measure = pen.measure(sizes.text);
  const lines = blocks.reduce((count, { runs }) => count + breakLines(runs, pen.width, measure).length, 0);
  pen.room(room + lines * pen.leading(sizes.text) + blocks.length * 6);
  pen.y += room;
  pen.artifact("Layout", () => {
    pen.doc
      .moveTo(pen.left, pen.y)
      .lineTo(pen.left + width, pen.y)
      .lineWidth(0.8)
      .strokeColor("#1b232c")
      .stroke();
  });
  pen.y += 4;
  drawBlocks(pen, blocks);
}

function drawList(pen: PdfWriter, items: Block[]): void {
  pen.inside("L", () => {
    for (const { runs, item } of items) {
      const { mark, depth } = item!;
      const left = pen.left + 18 * (depth + 1);
      const lines = breakLines(runs, pen.left + pen.width - left, pen.measure(sizes.text));
      pen.inside("LI", () => {
        pen.room(pen.leading(sizes.text));
        const markRun = [{ text: mark, bold: false }];
        if (mark) pen.tagged("Lbl", () => pen.line(markRun, left - 16, pen.y, sizes.text));
        pen.tagged("LBody", () => drawLines(pen, lines, sizes.text, left));
      });
      pen.y += 3;
    }
  });
  pen.y += 3;
}

function drawLines(pen: PdfWriter, lines: Line[], size: number, left: number): void {
  for (const line of lines) {
    pen.room(pen.leading(size));
    pen.line(line, left, pen.y, size);
    pen.y += pen.leading(size);
  }
}

/** What the pages after the first one begin with. */
function runningHead(pen: PdfWriter, text: string, number: string): void {
  const top = pen.top - 30;
  const right = pen.measure(sizes.small)(number, false);
  const [line] = breakLines([{ text, bold: false }], pen.width - right - 12, pen.measure(sizes.small));
  pen.artifact("Pagination", () => {
    pen.line(line ?? [], pen.left, top, sizes.small);
    pen.line([{ text: number, bold: false }], pen.left + pen.width - right, top, sizes.small);
  });
}

/** Only at the end it is known how many pages there are. */
function footers(pen: PdfWriter, content: DocumentContent): void {
  pen.eachPage((page, pages) => {
    const text = pageOf(content, page, pages);
    const top = pen.bottom + 18;
    pen.artifact("Pagination", () => {
      pen.line([{ text: content.brand.name, bold: false }], pen.left, top, sizes.small);
      const left = pen.left + pen.width - pen.measure(sizes.small)(text, false);
      pen.line([{ text, bold: false }], left, top, sizes.small);
    });
  });
}
