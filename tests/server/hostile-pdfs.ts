/** PDF documents that hide objects from who looks for them, and right ones as programs write them. */
import { deflateSync } from "node:zlib";
import { catalogue, pages, pdfOf, stream, type HostileFile, type RightFile } from "./hostile-files.ts";

const latin = (text: string): Buffer => Buffer.from(text, "latin1");
const program = deflateSync(latin("9 0 << /S /JavaScript /JS (app.alert\\(1\\)) >>"));
const objects = "/Type/ObjStm/N 1/First 4";
const packed = (dictionary: string, more: string[] = []): Buffer =>
  pdfOf(catalogue, stream(dictionary, program), ...more);
/** The same with something else between the dictionary and its bytes. */
const between = (text: string): Buffer => {
  const bytes = packed(`${objects}/Filter/FlateDecode`).toString("latin1");
  return latin(bytes.replace(">>\nstream\n", text));
};

/** Programs in packed objects. */
const hidden: [what: string, bytes: Buffer, sentence?: string][] = [
  ["by the short name of Flate", packed(`${objects}/Filter/Fl`)],
  ["by Flate in hex", packed(`${objects}/Filter/Fl#61teDecode`)],
  ["by Flate in a list", packed(`${objects}/Filter[/FlateDecode]`)],
  ["packed as an object says", packed(`${objects}/Filter 5 0 R`, ["/FlateDecode"]), "file-type.damaged"],
  ["packed in two ways", packed(`${objects}/Filter/FlateDecode/Filter/LZWDecode`), "file-type.damaged"],
  [
    "with a key for differences",
    packed(`${objects}/Filter/FlateDecode/DecodeParms<</Predictor 12>>`),
    "file-type.damaged",
  ],
  [
    "of a type that an object says",
    packed("/Type 6 0 R/N 1/First 4/Filter/FlateDecode"),
    "file-type.damaged",
  ],
  ["of no type", packed("/N 1/First 4/Filter/FlateDecode")],
  ["of another type", packed("/Type/XObject/N 1/F#69rst 4/Filter/FlateDecode")],
  ["with one key alone", packed("/N 1/Filter/FlateDecode")],
  ["in another file", packed(`${objects}/F(a.bin)`), "file-type.damaged"],
  ["behind a line's old end", between(">>\nstream\r")],
  ["behind a blank", between(">>\nstream \n")],
  ["behind a comment", between(">> % >>\n%stream\nstream\r\n")],
  ["behind words on the line", between(">>stream % x\n"), "file-type.damaged"],
  ["behind nothing at all", between(">>stream\n")],
  ["behind a word in a text", packed(`${objects}/Filter/FlateDecode/X( obj)`)],
  ["behind a comment in a text", packed(`${objects}/Filter/FlateDecode/X( 2 0 obj << %)\n`)],
  ["behind many words", packed(`${objects}/Filter/FlateDecode/X(${"y obj".repeat(900)})`)],
  ["behind more than a window", packed(`${objects}/Filter/FlateDecode/X(${"y obj".repeat(40_000)})`)],
  ["behind texts in each other", packed(`/X(a(>>stream\n)\\))${objects}/Filter/FlateDecode`)],
  ["behind what is crossed", packed(`/X[>>]${objects}/Filter/FlateDecode`), "file-type.damaged"],
  ["in another stream", pdfOf(catalogue, stream("/Length 9", packed(`${objects}/Filter/FlateDecode`)))],
  [
    "and cut off",
    pdfOf(catalogue, stream(`${objects}/Filter/FlateDecode`, program.subarray(0, 20))),
    "file-type.damaged",
  ],
];

export const hostilePdfs: HostileFile[] = [
  ...hidden.map(([what, bytes, sentence = "file-type.active"]): HostileFile => [
    `a program in packed objects, ${what}`,
    "a.pdf",
    bytes,
    sentence,
  ]),
  ["a password behind a comment", "a.pdf", pdfOf(catalogue, "<< /Encrypt%\n5 0 R >>"), "file-type.locked"],
  ["a password behind nothing", "a.pdf", pdfOf(catalogue, "<< /Encrypt\0 5 0 R >>"), "file-type.locked"],
  [
    "dictionaries in each other without end",
    "a.pdf",
    pdfOf(catalogue, "obj<<".repeat(20_000)),
    "file-type.damaged",
  ],
  [
    "many streams that are a bomb together",
    "a.pdf",
    pdfOf(
      catalogue,
      ...Array.from({ length: 6 }, () =>
        stream(`${objects}/Filter/FlateDecode`, deflateSync(Buffer.alloc(7_000_000))),
      ),
    ),
    "file-too-large.unpacked",
  ],
];

const pdf = (what: string, ...more: (string | Buffer)[]): RightFile => [
  what,
  "a.pdf",
  pdfOf(catalogue, ...pages(1), ...more),
  "application/pdf",
];
const flate = (dictionary: string, text: string): Buffer =>
  stream(`${dictionary}/Filter/FlateDecode`, deflateSync(latin(text)));

export const rightPdfs: RightFile[] = [
  pdf("a scan", stream("/Type/XObject/Subtype/Image/Filter/DCTDecode", latin("\xFF\xD8 obj << stream\n"))),
  pdf(
    "a scan of two colours",
    stream("/Subtype/Image/Filter[/CCITTFaxDecode]/DecodeParms[<</K -1>>]", latin("x")),
  ),
  pdf("a scan that is packed twice", stream("/Filter[/ASCII85Decode/DCTDecode]", latin("x"))),
  pdf("a page that speaks of programs", flate("", "BT (/JavaScript and /Launch) Tj ET")),
  pdf("a page whose way of packing is elsewhere", stream("/Filter 9 0 R", latin("x")), "/FlateDecode"),
  pdf("a profile of colours", flate("/N 3/Alternate/DeviceRGB", "profile")),
  pdf("a profile that is packed twice", stream("/N 3/Filter[/ASCII85Decode/FlateDecode]", latin("x"))),
  pdf("a table of places", flate("/Type/XRef/W[1 2 1]/Index[0 3]/DecodeParms<</Predictor 12>>", "x")),
  pdf("contents", "<</Type/Outlines/First 5 0 R/Last 5 0 R>>", "<</Title(100% obj \\) <<)/Dest[3 0 R/Fit]>>"),
  pdf("a long list", `<</Kids[${"12 0 R ".repeat(20_000)}]>>`),
  pdf("objects that are not packed", stream(objects, latin("9 0 << /A 1 >>"))),
  pdf("a text with the words", stream("", latin("(1 0 obj) Tj (a stream\n) Tj endobj"))),
];
