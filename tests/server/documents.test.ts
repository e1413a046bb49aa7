import { describe, expect, test } from "vitest";
import { plainWords, type Words } from "../../schemas/engine/all.ts";
import { listMails, readMail } from "../../server/mail/files.ts";
import { blocksText } from "../../server/documents/blocks.ts";
import { documentContent, type DocumentContent } from "../../server/documents/content.ts";
import { drawDocument } from "../../server/documents/document.ts";
import { cellText, drawExcel } from "../../server/documents/excel.ts";
import { documentLabels, particulars, sheetName } from "../../server/documents/labels.ts";
import { breakLines } from "../../server/documents/lines.ts";
import { drawPdf } from "../../server/documents/pdf.ts";
import { judgeFor, maxFileBytes } from "../../server/files/files.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { until } from "../support/until.ts";
import { unzip } from "../support/zip.ts";
import { goodClaim, openClaims, proceed, started } from "./claim-parts.ts";
import { setClock } from "./parts.ts";

const written = new Date("2026-11-21T12:00:00Z");

const labels = documentLabels({
  "document.number": "Número",
  "document.date": "Fecha",
  "document.page": ["Página ", { var: "page" }, " de ", { var: "pages" }],
  "document.continued": [{ var: "title" }, " (continuación)"],
  "document.sheet": "Documento",
});

const content = (more: Partial<DocumentContent> = {}): DocumentContent => ({
  format: "pdf",
  name: "sheet-1",
  brand: { name: "Peña & Hijos", colour: "#0b5cab" },
  locale: "es-CL",
  title: "Hoja de reclamación",
  number: "000000001-2026",
  day: "2026-11-21",
  labels,
  sections: [],
  ...more,
});

describe("content", () => {
  test("has its words filled, and a file name that every system takes", () => {
    const filled = documentContent(
      "sheet",
      { format: "excel", title: [{ var: "x" }], answers: false, closing: [{ var: "y" }] },
      {
        ...content(),
        number: "Año/2026 N° 7",
        words: { "document.number": "Folio" },
        fill: (words) => (typeof words === "string" ? words : ["lleno"]),
        answers: () => [{ rows: [{ label: "a", value: "b" }] }],
      },
    );
    expect(filled).toMatchObject({ name: "sheet-Ano-2026-N-7", sections: [] });
    expect([filled.title, filled.closing!].map(plainWords)).toEqual(["lleno", "lleno"]);
    expect(particulars(filled)).toEqual([
      { label: "Folio", value: "Año/2026 N° 7" },
      { label: "document.date", value: "21/11/2026" },
    ]);
  });

  test.each([
    ["Documento", "Documento"],
    ["[Hoja]: 1/2?", "Hoja   1 2"],
    ["'Una hoja con un nombre demasiado largo'", "Una hoja con un nombre demasia"],
    ["**", "1"],
  ])("a sheet that is to be called %j is called %j", (sheet, name) => {
    expect(sheetName({ labels: { ...labels, sheet } })).toBe(name);
  });

  test("reads words as paragraphs and items; an unfilled placeholder is never drawn", () => {
    const link = { tag: "a" as const, href: "https://a.example/x", children: ["aquí"] };
    const bad = { tag: "a" as const, href: "javascript:alert(1)", children: ["allá"] };
    const words: Words = [
      { tag: "p", children: ["Uno", { tag: "br", children: [] }, "dos ", link, " ", bad] },
      {
        tag: "ol",
        children: [
          { tag: "li", children: ["a"] },
          { tag: "li", children: ["b"] },
        ],
      },
    ];
    expect(blocksText(words)).toBe("Uno\ndos aquí (https://a.example/x) allá\n1. a\n2. b");
    expect(() => blocksText([{ var: "name" }])).toThrow("{name}");
  });

  test("breaks lines between words, and inside one that is too long", () => {
    const measure = (text: string): number => text.length;
    const lines = (text: string, width: number) =>
      breakLines([{ text, bold: false }], width, measure).map((line) => line.map((run) => run.text).join(""));
    expect(lines("uno dos tres", 7)).toEqual(["uno dos ", "tres"]);
    expect(lines("a\n\nbcdefgh i", 3)).toEqual(["a", "", "bcd", "efg", "h i"]);
    expect(lines("", 5)).toEqual([]);
    const faces = [
      { text: "Hola ", bold: false },
      { text: "Ana", bold: true },
      { text: ", chao", bold: false },
    ];
    expect(breakLines(faces, 9, measure)).toEqual([
      [
        { text: "Hola ", bold: false },
        { text: "Ana", bold: true },
        { text: ", ", bold: false },
      ],
      [{ text: "chao", bold: false }],
    ]);
  });
});

/** `H1 Título`, `TR (TH Nombre, TD Ana)`. */
const outline = ({ tag, text, children }: PdfElement): string =>
  [tag, text, children.length > 0 ? `(${children.map(outline).join(", ")})` : ""].filter(Boolean).join(" ");

describe("PDF", () => {
  test("says its language and title, and is read by its tags", async () => {
    const bytes = await drawPdf(
      content({
        body: [
          { tag: "p", children: ["Hola ", { tag: "strong", children: ["Ana Ñúñez"] }, "."] },
          { tag: "ul", children: [{ tag: "li", children: ["uno"] }] },
        ],
        sections: [
          { title: "Tus datos", rows: [{ label: "Nombre", value: "Łukasz\nÑandú 日" }] },
          { title: "Familiar 1", level: 2, rows: [{ label: "=1+1", value: "<b>" }] },
        ],
        closing: [{ tag: "p", children: ["Al final."] }],
      }),
      written,
      { compress: false },
    );
    expect(bytes.subarray(0, 8).toString()).toBe("%PDF-1.7");
    const text = bytes.toString("latin1");
    expect(text).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(text).toMatch(/\/Marked true/);
    expect(text).toMatch(/\/DisplayDocTitle true/);
    expect(text).toMatch(/\/Scope \/Row/);
    const pdf = readPdf(bytes);
    expect(pdf).toMatchObject({ title: "Hoja de reclamación", language: "es-CL", pages: 1 });
    expect(pdf.elements.map(outline)).toEqual([
      "Document (H1 Hoja de reclamación, P Número: 000000001-2026, P Fecha: 21/11/2026, P Hola Ana Ñúñez., " +
        "L (LI (Lbl •, LBody uno)), H2 Tus datos, Table (TR (TH Nombre, TD Łukasz\nÑandú \uFFFD)), " +
        "H3 Familiar 1, Table (TR (TH =1+1, TD <b>)), P Al final.)",
    ]);
    expect(pdf.artifacts[0]).toContain("Página 1 de 1");
  });

  test("has a stronger line over a total", async () => {
    const strong = async (total?: true) => {
      const sections = [{ rows: [{ label: "Total", value: "$12", total }] }];
      return (await drawPdf(content({ sections }), written, { compress: false })).toString("latin1");
    };
    expect(await strong(true)).toContain("1.2 w");
    expect(await strong()).not.toContain("1.2 w");
  });

  test("goes over pages: rows stay whole where they can, headings are repeated, and nothing is lost", async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `palabra${index}`).join(" ");
    const rows = Array.from({ length: 60 }, (_, index) => ({
      label: `Pregunta ${index}`,
      value: `R${index}`,
    }));
    const sections = [
      { title: "Muchas", rows },
      { title: "Detalle", rows: [{ label: "Largo", value: words }] },
    ];
    const bytes = await drawPdf(content({ sections }), written, { compress: false });
    const pdf = readPdf(bytes);
    expect(pdf.pages).toBeGreaterThan(3);
    const [root] = pdf.elements;
    const [many, long] = root!.children.filter(({ tag }) => tag === "Table");
    expect(many!.children.map(({ children }) => children.map(({ text }) => text))).toEqual(
      rows.map(({ label, value }) => [label, value]),
    );
    const cells = long!.children[0]!.children;
    expect(cells.map(({ text }) => text.split(/\s+/).join(" ").trim())).toEqual(["Largo", words]);
    // What is repeated is no part of the text.
    expect(root!.children.filter(({ tag }) => tag === "H2").map(({ text }) => text)).toEqual([
      "Muchas",
      "Detalle",
    ]);
    expect(pdf.artifacts[1]).toMatch(
      /Peña & Hijos · Hoja de reclamación 000000001-2026 Muchas \(continuación\)/,
    );
    expect(pdf.artifacts.at(-1)).toMatch(/Detalle \(continuación\).*Página (\d+) de \1/);
  });

  test("drawn again, it is the same file", async () => {
    const one = await drawDocument(content(), written);
    const two = await drawDocument(content(), written);
    expect(one).toMatchObject({ name: "sheet-1.pdf", type: "application/pdf" });
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });
});

test.each(["pdf", "excel"] as const)(
  "a document of ours (%s) may be uploaded where others may",
  async (format) => {
    const { name, bytes } = await drawDocument(content({ format }), written);
    const file = {
      size: bytes.length,
      read: async (at: number, length: number) => Buffer.from(bytes.subarray(at, at + length)),
    };
    expect(
      await judgeFor({ name, declared: undefined, content: file }, { size: maxFileBytes }),
    ).toMatchObject({
      name,
    });
  },
);

/** The texts of the cells, row by row. */
function cellsOf(archive: Uint8Array): string[][] {
  const files = unzip(archive);
  const unescape = (text: string): string =>
    text.replaceAll(
      /&(lt|gt|quot|amp|apos|#39);/g,
      (_all, name: string) => ({ lt: "<", gt: ">", quot: '"', amp: "&" })[name] ?? "'",
    );
  const strings = [...files["xl/sharedStrings.xml"]!.toString().matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(
    ([, text]) => unescape(text!),
  );
  const sheet = files["xl/worksheets/sheet1.xml"]!.toString();
  expect(sheet).not.toContain("<f>");
  return [...sheet.matchAll(/<row [^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, row = ""]) =>
    [...row.matchAll(/<c [^>]*t="s"[^>]*><v>(\d+)<\/v><\/c>/g)].map(([, index]) => strings[Number(index)]!),
  );
}

describe("Excel", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+56 9", "'+56 9"],
    ["-1", "'-1"],
    ["@a", "'@a"],
    [" =1", "' =1"],
    ["\t=1", "'\t=1"],
    ["\tab", "'\tab"],
    ["\rab", "'\rab"],
    ["\nab", "'\nab"],
    ["\u0000=1", "'=1"],
    ["\u200B=1", "'\u200B=1"],
    ["＝1+1", "'＝1+1"],
    ["＠SUM(1)", "'＠SUM(1)"],
    [`${"a".repeat(32_766)}😀`, `${"a".repeat(32_766)}\uFFFD`],
    ["a=b", "a=b"],
    ["a\u0000\u0008b\uD800", "ab\uFFFD"],
    ["", ""],
  ])("a cell with %j holds %j", (given, expected) => {
    expect(cellText(given)).toBe(expected);
  });

  test("has a line for each question; nothing in it is a formula", async () => {
    const archive = await drawExcel(
      content({
        format: "excel",
        body: [{ tag: "p", children: ["Hola"] }],
        sections: [
          { title: "Tus datos", rows: [{ label: "Nombre", value: '=HYPERLINK("x")' }] },
          { title: "Vacía & más", level: 2, rows: [{ label: "Nota", value: "<b>\ndos" }] },
        ],
        closing: [{ tag: "p", children: ["=Al final."] }],
      }),
    );
    expect(cellsOf(archive).filter((row) => row.length > 0)).toEqual([
      ["Peña & Hijos"],
      ["Hoja de reclamación"],
      ["Número", "000000001-2026"],
      ["Fecha", "21/11/2026"],
      ["Hola"],
      ["Tus datos"],
      ["Nombre", `'=HYPERLINK("x")`],
      ["Vacía & más"],
      ["Nota", "<b>\ndos"],
      ["'=Al final."],
    ]);
  });
});

test("a submission's mail carries its documents", async () => {
  const app = await openClaims(setClock("2026-11-22T01:00:00.000Z").now);
  const { who, run } = await started(app);
  const { status } = await proceed(who, run, {
    ...goodClaim,
    "sheet.name": "=Ana",
    "sheet.home.street": "Mac Iver",
    "sheet.witnesses": ["r1"],
    "sheet.witnesses.r1.name": "Luis",
  });
  expect(status).toBe(200);
  const mails = () => listMails(app.mails);
  await until(
    async () => (await mails()).length === 1,
    () => "no mail was written",
  );
  const mail = (await readMail(app.mails, (await mails())[0]!.id))!;
  expect(mail.subject).toBe("Reclamo 000000001-2026");
  expect(mail.text).toContain("Testigo 1\nNombre del testigo: Luis");
  expect(mail.html).toMatch(/<h4 [^>]*>Testigo 1<\/h4>/);
  const [sheet, table] = mail.attachments;
  expect([sheet!.name, sheet!.type, table!.name]).toEqual([
    "sheet-000000001-2026.pdf",
    "application/pdf",
    "table-000000001-2026.xlsx",
  ]);
  expect(Buffer.from(sheet!.bytes.subarray(0, 5)).toString()).toBe("%PDF-");
  expect(cellsOf(table!.bytes).filter((row) => row.length > 0)).toEqual([
    [expect.any(String)],
    ["Reclamo 000000001-2026"],
    ["Número", "000000001-2026"],
    // In Chile it is still the 21st.
    ["Fecha", "21/11/2026"],
    ["Tus datos"],
    ["Nombre", "'=Ana"],
    ["Domicilio"],
    ["Calle", "Mac Iver"],
    ["Testigos"],
    ["Testigo 1"],
    ["Nombre del testigo", "Luis"],
    ["Detalle"],
    ["Detalle", "No funciona"],
  ]);
});
