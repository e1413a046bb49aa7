import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FileContent } from "../../server/file-safety/file-content.ts";
import { withContent } from "../../server/files/content.ts";
import { typeOfContent } from "../../server/files/content-types.ts";
import { zipEntries } from "../../server/file-safety/zip-entries.ts";
import { zip } from "../support/zip.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const pdf = Buffer.from("%PDF-1.7\nhola");
const png = Buffer.from("\x89PNG\r\n\x1A\nhola", "latin1");
const word = zip({ "[Content_Types].xml": "<a/>", "word/document.xml": "<a/>" });

/** Looks at bytes as at any upload: in a file. */
async function inFile<T>(bytes: Buffer, look: (content: FileContent) => Promise<T>): Promise<T> {
  const path = join(await temporaryFolder(), "file");
  await writeFile(path, bytes);
  return await withContent(path, look);
}

const typeOf = (bytes: Buffer) => inFile(bytes, async (content) => (await typeOfContent(content))?.type);
const entriesOf = (bytes: Buffer) => inFile(bytes, zipEntries);

describe("content", () => {
  test.each<[string, Buffer, string | undefined]>([
    ["a PDF", pdf, "application/pdf"],
    ["a PNG", png, "image/png"],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
    ["a WebP", Buffer.from("RIFF\x01\x02\x03\x04WEBPVP8 ", "latin1"), "image/webp"],
    ["a Word document", word, docx],
    [
      "an Excel sheet",
      zip({ "[Content_Types].xml": "", "xl/workbook.xml": "" }),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    [
      "a Word document with macros",
      zip({ "[Content_Types].xml": "", "word/document.xml": "", "word/vbaProject.bin": "" }),
      undefined,
    ],
    ["another ZIP", zip({ "a.exe": "" }), undefined],
    ["a ZIP that is cut off", word.subarray(0, 100), undefined],
    ["a page", Buffer.from("<!doctype html><script>"), undefined],
    ["a page that names a PDF", Buffer.from("<script>%PDF-1.7"), undefined],
    ["a drawing", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), undefined],
    ["a program", Buffer.from("MZ\x90\x00", "latin1"), undefined],
    ["a text", Buffer.from("hola"), undefined],
  ])("%s is known by what stands in it", async (_name, bytes, type) => {
    expect(await typeOf(bytes)).toBe(type);
  });

  test("a ZIP whose directory lies is none", async () => {
    const many = Buffer.from(word);
    many.writeUInt16LE(9, many.length - 12);
    expect(await entriesOf(many)).toBeUndefined();
    const far = Buffer.from(word);
    far.writeUInt32LE(0xffffffff, far.length - 6);
    expect(await entriesOf(far)).toBeUndefined();
    expect(await entriesOf(Buffer.from("PK\x03\x04", "latin1"))).toBeUndefined();
    const endless = Buffer.concat([word.subarray(0, 4), Buffer.alloc(3 * 1024 * 1024), word.subarray(-22)]);
    endless.writeUInt32LE(4, endless.length - 6);
    expect(await entriesOf(endless)).toBeUndefined();
  });

  test("a ZIP is read at its end: a long comment hides nothing, nor does what stands before", async () => {
    const comment = Buffer.alloc(0xffff, " ");
    const long = Buffer.concat([word, comment]);
    long.writeUInt16LE(comment.length, word.length - 2);
    expect(await typeOf(long)).toBe(docx);
    expect(await entriesOf(Buffer.concat([word, Buffer.alloc(0x10000)]))).toBeUndefined();
    const large: Record<string, string> = { "[Content_Types].xml": "", "xl/workbook.xml": "" };
    for (let index = 0; index < 2_000; index += 1) large[`xl/worksheets/sheet${index}.xml`] = "<a/>";
    expect(await entriesOf(zip(large))).toEqual(Object.keys(large));
  });
});
