/** Whether a file of a type that is taken may be kept: it is looked into, whatever it is called. */
import type { FileContent } from "./file-content.ts";
import { judgeSheet, judgeWord } from "./office.ts";
import { judgeOlderOffice } from "./older-office.ts";
import { judgePdf } from "./pdf.ts";
import { judgeJpeg, judgePng, judgeWebp } from "./pictures.ts";
import { hasMark } from "./scan.ts";
import { judgeTable } from "./text.ts";
import type { ContentFault } from "./content-fault.ts";

const openXml = "application/vnd.openxmlformats-officedocument";

const judges: Record<string, (content: FileContent) => Promise<ContentFault>> = {
  "application/pdf": judgePdf,
  "image/jpeg": judgeJpeg,
  "image/png": judgePng,
  "image/webp": judgeWebp,
  [`${openXml}.wordprocessingml.document`]: judgeWord,
  [`${openXml}.spreadsheetml.sheet`]: judgeSheet,
  "application/msword": judgeOlderOffice,
  "application/vnd.ms-excel": judgeOlderOffice,
  "text/csv": judgeTable,
};

/**
 * What makes a browser, a server or a system take a file for a page or a program, wherever it stands in it. Few signs of
 * it stand in a large photo by chance: text follows where it is one.
 */
const page = /(?:<(?:script|html|svg|iframe)[\s>/]|<\?php\s|<%@\s)[\t\n\r -~]{6}|<!doctype html/i;
const archiveEnd = "PK\x05\x06";
const maxCommentBytes = 0xffff;

/** Whether an archive ends where the file does: such a file is both, for whoever reads it from its end. */
async function isArchiveToo(content: FileContent): Promise<boolean> {
  const tail = await content.read(Math.max(0, content.size - maxCommentBytes - 22), content.size);
  for (let at = tail.lastIndexOf(archiveEnd, undefined, "latin1"); at >= 0;) {
    const isWhole = at + 22 <= tail.length;
    if (isWhole && tail.readUInt32LE(at + 12) + tail.readUInt32LE(at + 16) <= content.size) return true;
    if (at === 0) return false;
    at = tail.lastIndexOf(archiveEnd, at - 1, "latin1");
  }
  return false;
}

/** Why a content of this type is not kept; undefined where nothing is wrong with it. */
export async function judgeContent(content: FileContent, type: string): Promise<ContentFault> {
  const judge = judges[type];
  if (!judge) return "damaged";
  const isArchive = type.startsWith(openXml);
  // What is packed is looked into by its own judge, and shows nothing of it here.
  if (await hasMark(content, page)) return "mixed";
  if (!isArchive && (await isArchiveToo(content))) return "mixed";
  // Readers of PDF take what begins within the first kilobyte.
  const begin = (await content.read(0, 1024)).toString("latin1");
  if (type !== "application/pdf" && begin.includes("%PDF-")) return "mixed";
  return await judge(content);
}
