/** What PDF pages are drawn with: text at a place, the tag that it has, and a new page where one is full. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Pdf from "pdfkit";
import type { Line, Measure } from "./lines.ts";

/** Points. */
const margin = { top: 72, bottom: 64, side: 56 };
const ink = "#1b232c";
const absent = "\uFFFD";

export interface PdfWriter {
  doc: PDFKit.PDFDocument;
  /** Points. `y` is where the next thing is drawn; `top` and `bottom` bound it. */
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  y: number;
  /** Called on each page after it was begun; the first is 1. */
  onPage: (page: number) => void;
  measure(size: number): Measure;
  /** Height of a line. */
  leading(size: number): number;
  /** Draws one line, its upper left corner at this place. */
  line(line: Line, left: number, top: number, size: number, colour?: string): void;
  /** Begins a new page if this height is not left; tells whether it did. */
  room(height: number): boolean;
  /** Draws something as one element of the document; it may go over several pages. */
  tagged(tag: string, draw: () => void, options?: ElementOptions): void;
  /** Opens an element that holds others. */
  inside(tag: string, draw: () => void): void;
  /** Draws what is no part of the document's text: lines, page numbers. It stays on its page. */
  artifact(type: "Layout" | "Pagination", draw: () => void): void;
  /** Opens an element of the open one, for several `tagged` parts; see `content`. */
  element(tag: string, options?: ElementOptions): PdfElement;
  /** Goes through all pages once more. */
  eachPage(draw: (page: number, pages: number) => void): void;
  /** Ends the document and gives its bytes. */
  end(): Promise<Buffer>;
}

interface ElementOptions {
  scope?: "Row" | "Column";
  /** Of a picture: what is read out in its place. */
  alt?: string;
}

export interface PdfElement {
  /** Draws a part of it on the current page. */
  part(draw: () => void): void;
}

interface Settings {
  title: string;
  author: string;
  /** E.g. `es-CL`. */
  language: string;
  written: Date;
  compress: boolean;
}

let fonts: { text: Buffer; bold: Buffer } | undefined;

// PDF's built-in fonts know Western European letters only, and readers need the fonts inside the file.
function readFonts(): { text: Buffer; bold: Buffer } {
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string): Buffer => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  return (fonts ??= { text: read("DejaVuSans"), bold: read("DejaVuSans-Bold") });
}

/** Opens a PDF on its first page. */
export function openPdf({ title, author, language, written, compress }: Settings): PdfWriter {
  const doc = new Pdf({
    size: "A4",
    margins: { top: margin.top, bottom: margin.bottom, left: margin.side, right: margin.side },
    pdfVersion: "1.7",
    subset: "PDF/UA" as never,
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    compress,
    info: { Title: title, Author: author, CreationDate: written, ModDate: written },
  });
  const { text: textFont, bold: boldFont } = readFonts();
  doc.registerFont("text", textFont).registerFont("bold", boldFont);
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    doc.once("end", resolve).once("error", reject);
  });

  const root = doc.struct("Document");
  doc.addStructure(root);
  let open = root;
  /** Parts that go on when a page is full. */
  let current: { element: PDFKit.PDFStructureElement; tag: string } | undefined;
  let pages = 1;

  const select = (size: number, bold: boolean) => doc.font(bold ? "bold" : "text").fontSize(size);
  const beginPart = (): void => {
    if (current) current.element.add(doc.markStructureContent(current.tag));
  };
  const endPart = (): void => {
    if (current) doc.endMarkedContent();
  };

  const pen: PdfWriter = {
    doc,
    left: margin.side,
    width: doc.page.width - 2 * margin.side,
    top: margin.top,
    bottom: doc.page.height - margin.bottom,
    y: margin.top,
    onPage: () => {},
    measure: (size) => (text, bold) => select(size, bold).widthOfString(drawable(doc, text)),
    leading: (size) => size * 1.4,
    line: (line, left, top, size, colour = ink) => {
      let x = left;
      for (const { text, bold } of line) {
        const shown = drawable(select(size, bold), text);
        doc.fillColor(colour).text(shown, x, top, { lineBreak: false });
        x += doc.widthOfString(shown);
      }
    },
    room: (height) => {
      if (pen.y === pen.top || pen.y + height <= pen.bottom) return false;
      endPart();
      doc.addPage();
      pages += 1;
      pen.y = pen.top;
      const kept = current;
      current = undefined;
      pen.onPage(pages);
      current = kept;
      beginPart();
      return true;
    },
    element: (tag, options = {}) => {
      const element = doc.struct(tag, options);
      open.add(element);
      return {
        part: (draw) => {
          const outer = current;
          current = { element, tag };
          beginPart();
          draw();
          endPart();
          current = outer;
        },
      };
    },
    tagged: (tag, draw, options) => pen.element(tag, options).part(draw),
    inside: (tag, draw) => {
      const outer = open;
      open = doc.struct(tag);
      outer.add(open);
      draw();
      open = outer;
    },
    artifact: (type, draw) => {
      doc.markContent("Artifact", { type });
      draw();
      doc.endMarkedContent();
    },
    eachPage: (draw) => {
      for (let page = 1; page <= pages; page += 1) {
        doc.switchToPage(page - 1);
        draw(page, pages);
      }
    },
    end: async () => {
      root.end();
      doc.end();
      await finished;
      return Buffer.concat(chunks);
    },
  };
  return pen;
}

/** A text whose signs the current font all has, without control characters. */
function drawable(doc: PDFKit.PDFDocument, text: string): string {
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })
    ._font;
  return Array.from(text.normalize("NFC").replaceAll(/\p{Cc}/gu, " "), (sign) =>
    font.hasGlyphForCodePoint(sign.codePointAt(0)!) ? sign : absent,
  ).join("");
}
