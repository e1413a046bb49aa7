/** Files made to keep the server busy: each is judged in a moment, and others have their turn meanwhile. */
import { setImmediate as othersFirst } from "node:timers/promises";
import { expect, test } from "vitest";
import { judgeContent } from "../../server/file-safety/judge.ts";
import { zip } from "../support/zip.ts";

const megabyte = 1024 * 1024;
/** Milliseconds. Before they were mended these files took from 18 seconds to hours. */
const bearable = 10_000;
/** Milliseconds for which nobody else has a turn: some 20, and more where the machine is busy with other things. */
const bearableBlock = 2_000;

/** Bytes that may be packed however tight. */
const unseen = 1_000_000;

const office = "application/vnd.openxmlformats-officedocument";
const types = {
  pdf: "application/pdf",
  csv: "text/csv",
  docx: `${office}.wordprocessingml.document`,
};
const fill = (text: string, size: number): string => text.repeat(Math.floor(size / text.length));
const word = (files: Record<string, string>): Buffer =>
  zip({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>", ...files });
const rels = (text: string): Buffer => word({ "_rels/.rels": text });
const document = (text: string): Buffer => word({ "word/document.xml": text });
const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n1 0 obj <</Type/Page>>\n${text}`, "latin1");
/** Words that are packed little: what is packed tight is refused before it is read. */
const words = (size: number): string =>
  fill(
    Array.from({ length: 3_000 }, (_, index) => `<w:t a${(index * 7_919) % 99_991}="1">${index}</w:t>`).join(
      "",
    ),
    size,
  );

const manyParts = Object.fromEntries(
  Array.from({ length: 9_000 }, (_, index) => [`word/${index}.xml`, "<a/>"]),
);

test.each<[what: string, type: keyof typeof types, bytes: Buffer]>([
  ["relationships that never end", "docx", rels(fill("<Relationship ", unseen))],
  ["a relationship of many signs", "docx", rels(`<Relationship ${fill('a="1" ', unseen)}/>`)],
  ["an attribute that never ends", "docx", rels(`<Relationship ${fill("a", unseen)}/>`)],
  ["blanks in a tag", "docx", rels(`<Relationship a${fill(" ", unseen)}/>`)],
  ["a document of opening signs", "docx", document(`instrText${fill("<", unseen)}`)],
  ["comments that never end", "docx", document(fill("<!--", unseen))],
  ["signs by their numbers", "docx", document(`<w:instrText>${fill("&#65;", unseen)}`)],
  ["fields in each other", "docx", document(fill('<w:fldChar w:fldCharType="begin"/>', unseen))],
  ["a document of 15 MB", "docx", document(`<w>${words(15 * megabyte)}</w>`)],
  ["a document of many parts", "docx", word(manyParts)],
  ["a table of empty lines", "csv", Buffer.from(`a,${"\n".repeat(64 * 1024)}x`)],
  ["a table of blanks", "csv", Buffer.from(`a,${fill(" ", 10 * megabyte)}x`)],
  ["a table of numbers", "csv", Buffer.from(fill("-1    ,", 10 * megabyte))],
  ["a table of blank numbers", "csv", Buffer.from(fill(`-${" ".repeat(50)}1,`, 2 * megabyte))],
  ["a PDF of streams", "pdf", pdf(fill("stream\n", 4 * megabyte))],
  ["a PDF of objects", "pdf", pdf(fill("obj ", 4 * megabyte))],
  ["a PDF of objects in comments", "pdf", pdf(fill("obj%", 4 * megabyte))],
  ["a PDF of objects in each other", "pdf", pdf(fill("obj<<", 4 * megabyte))],
  ["a PDF of texts in each other", "pdf", pdf(fill("obj<<(", 4 * megabyte))],
  ["a PDF of texts in hex that never end", "pdf", pdf(fill("obj<</A<", 4 * megabyte))],
  ["a PDF of names in hex", "pdf", pdf(fill("#41", 10 * megabyte))],
])("%s keeps nobody waiting", async (_what, type, bytes) => {
  const content = {
    size: bytes.length,
    read: async (at: number, length: number) => bytes.subarray(at, at + length),
  };
  let [isDone, longest, turn] = [false, 0, performance.now()];
  const others = async (): Promise<void> => {
    while (!isDone) {
      await othersFirst();
      longest = Math.max(longest, performance.now() - turn);
      turn = performance.now();
    }
  };
  const watching = others();
  const began = performance.now();
  await judgeContent(content, types[type]);
  isDone = true;
  await watching;
  const took = performance.now() - began;
  expect(took).toBeLessThan(bearable);
  expect(longest).toBeLessThan(bearableBlock);
});
