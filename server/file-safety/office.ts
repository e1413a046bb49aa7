/** Office documents: no programs, no files inside, nothing from elsewhere, and not more than can be unpacked. */
import { inflateRawSync } from "node:zlib";
import type { FileContent } from "./file-content.ts";
import { zipDirectory, type ZipEntry } from "./zip-entries.ts";
import { hasMark } from "./scan.ts";
import { maxUnpackedBytes, type ContentFault } from "./content-fault.ts";

/** What an entry is called that holds a program, another file, or what is fetched from elsewhere. */
const activeEntry =
  /vba(?:Project|Data)|\/activeX\/|\/embeddings\/|\/externalLinks\/|\/ctrlProps\/|\/macrosheets\/|\/customUI\/|\.(?:bin|exe|dll|js|vbs|hta|scr|bat|cmd|ps1|jar|lnk)$/i;
/** Settings of printers are `.bin`, and hold nothing that runs. */
const harmless = /\/printerSettings\/printerSettings\d*\.bin$/i;
/** Names that lead out of the folder into which somebody unpacks. */
const leadsOut = /^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|^[A-Za-z]:|\0/;
/** Fields that start a program. Word lets them be cut into pieces by tags, which are taken out before. */
const startsPrograms = /\bDDE(?:AUTO)?\b/;
const programsInTypes = /macroEnabled|vbaProject|activeX/i;
const outside = /TargetMode\s*=\s*["']External["']/i;
/** What links of a text lead to is outside, and is opened only by who presses it. */
const linkType = /relationships\/hyperlink["']/i;

/** Bytes, packed and not, of a part that is read. */
const maxPartBytes = 16 * 1024 * 1024;
/** A part of more than a megabyte that is packed more than this is made to fill a disk. */
const maxRatio = 200;
const megabyte = 1024 * 1024;

async function partText(content: FileContent, entry: ZipEntry): Promise<string | undefined> {
  const head = await content.read(entry.at, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) return undefined;
  const from = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed = await content.read(from, Math.min(entry.packed, maxPartBytes));
  if (entry.method === 0) return packed.toString("utf8");
  try {
    return inflateRawSync(packed, { maxOutputLength: maxPartBytes }).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Whether relationships bring in a template or an object from elsewhere when the document is opened. */
const bringsIn = (relations: string): boolean =>
  [...relations.matchAll(/<Relationship\b[^>]*>/gi)].some(
    ([one]) => outside.test(one) && !linkType.test(one),
  );

export async function judgeOffice(content: FileContent): Promise<ContentFault> {
  const entries = await zipDirectory(content);
  if (!entries) return "damaged";
  const names = entries.map(({ name }) => name);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return "damaged";
  if (names.some((name) => leadsOut.test(name))) return "damaged";
  if (names.some((name) => activeEntry.test(name) && !harmless.test(name))) return "active";
  if (entries.some(({ encrypted }) => encrypted)) return "locked";
  const together = entries.reduce((sum, { size }) => sum + size, 0);
  const isPackedTight = entries.some(({ size, packed }) => size > megabyte && size > packed * maxRatio);
  if (together > maxUnpackedBytes || isPackedTight) return "unpacked";
  for (const entry of entries) {
    const isRelations = entry.name.endsWith(".rels");
    const isText = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/.test(
      entry.name,
    );
    if (!isRelations && !isText && entry.name !== "[Content_Types].xml") continue;
    const text = await partText(content, entry);
    if (text === undefined) return "damaged";
    if (isRelations && bringsIn(text)) return "active";
    if (isText && /instrText|fldSimple/.test(text) && startsPrograms.test(withoutTags(text))) return "active";
    if (entry.name === "[Content_Types].xml" && programsInTypes.test(text)) return "active";
  }
  return undefined;
}

/** Texts of a field stand in pieces; what a tag says itself counts as well. */
const withoutTags = (xml: string): string =>
  xml.replaceAll(/<(?!\/?w:fldSimple)[^>]*>/g, "") + (/w:instr="([^"]*)"/.exec(xml)?.[1] ?? "");

const wide = (text: string): string => [...text].map((sign) => `${sign}\\x00`).join("");
/** How the older format (compound files) calls what holds a program or another file. */
const activeStream = new RegExp(
  ["_VBA_PROJECT", "Macros", "VBA\0\0"].map((name) => wide(name.replaceAll("\0", "\\0"))).join("|") +
    `|${wide("Ole10Native")}|${wide("ObjectPool")}|${wide("Package")}`,
);

export const judgeOlderOffice = async (content: FileContent): Promise<ContentFault> => {
  if (await hasMark(content, new RegExp(wide("EncryptedPackage")))) return "locked";
  return (await hasMark(content, activeStream)) ? "active" : undefined;
};
