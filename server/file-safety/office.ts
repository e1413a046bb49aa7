/** Office documents: no programs, no files inside, nothing from elsewhere, and not more than can be unpacked. */
import type { FileContent } from "./file-content.ts";
import { bringsIn, isFileType, partTypes } from "./relations.ts";
import { hasStartingField } from "./word-fields.ts";
import { UnfitXml, xmlText } from "./xml.ts";
import { zipDirectory, type ZipEntry } from "./zip-entries.ts";
import { isTooMuch, placesOf, unpackEntry } from "./zip-parts.ts";
import type { ContentFault } from "./content-fault.ts";

/** What an entry is called that holds a program, another file, or what is fetched from elsewhere. */
const activeEntry =
  /vba(?:Project|Data)|\/activeX\/|\/embeddings\/|\/externalLinks\/|\/ctrlProps\/|\/macrosheets\/|\/customUI\/|\.(?:bin|exe|dll|js|vbs|hta|scr|bat|cmd|ps1|jar|lnk)$/i;
/** Settings of printers are `.bin`, and hold nothing that runs. */
const harmless = /\/printerSettings\/printerSettings\d*\.bin$/i;
/** Names that lead out of the folder into which somebody unpacks. */
const leadsOut = /^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|^[A-Za-z]:|\0/;
/** A part in pieces, which some readers put together. */
const piece = /\/\[\d+\](?:\.last)?\.piece$/i;

const megabyte = 1024 * 1024;
/** Bytes of parts that are read: relationships and types, and texts. */
const maxNamesBytes = 2 * megabyte;
const maxTextBytes = 16 * megabyte;

/** How much of a part's begin is looked at to see what it is. */
const beginLength = 1024;
/** XML, which may begin with as much as nothing; and what may be read as such in another encoding. */
const xmlBegin = /^(?:\xEF\xBB\xBF)?\s*(?:<|$)/;
const otherEncoding = /^(?:\xFF\xFE|\xFE\xFF|\0*<\0|\0+<)/;

/** A name as readers of packages take it: with signs as they are meant. */
const plainName = (name: string): string =>
  name
    .replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("\\", "/");

const isNames = (name: string): boolean => /\.rels$/i.test(name) || name === "[Content_Types].xml";

function judgeNames(names: string[]): ContentFault {
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return "damaged";
  if (names.some((name) => leadsOut.test(name) || piece.test(name))) return "damaged";
  return names.some((name) => activeEntry.test(name) && !harmless.test(name)) ? "active" : undefined;
}

/** Each of its parts is unpacked; of those that say what is where, and of texts where they may start something, all is read. */
async function judgeParts(
  content: FileContent,
  entries: ZipEntry[],
  readsTexts: boolean,
): Promise<ContentFault> {
  const places = await placesOf(content, entries);
  if (!places) return "damaged";
  /** With bytes where it is to be read; without them where it is not. */
  const unpack = async (entry: ZipEntry, limit: (begin: Buffer) => number) => {
    const kept: Buffer[] = [];
    let most = -1;
    let size = 0;
    const fault = await unpackEntry(content, entry, places.get(entry)!, (bytes) => {
      if (most === -1) most = limit(bytes);
      size += bytes.length;
      if (size <= most) kept.push(bytes);
    });
    if (fault) return { fault };
    return size > most && most > 0 ? { fault: "unpacked" as const } : { bytes: Buffer.concat(kept) };
  };
  const named = entries.map((entry) => ({ entry, name: plainName(entry.name) }));
  const typesEntry = named.find(({ name }) => name === "[Content_Types].xml");
  if (!typesEntry) return "damaged";
  const said = await unpack(typesEntry.entry, () => maxNamesBytes);
  if (said.fault) return said.fault;
  const types = await partTypes(xmlText(said.bytes));
  if (types.hasPrograms || named.some(({ name }) => isFileType(types.of(name)))) return "active";
  for (const { entry, name } of named) {
    if (name === typesEntry.name) continue;
    const isPicture = /^(?:image|font|video|audio)\//i.test(types.of(name));
    const found = await unpack(entry, (begin) => {
      if (isNames(name)) return maxNamesBytes;
      if (!readsTexts || isPicture) return 0;
      const signs = begin.toString("latin1", 0, beginLength);
      if (otherEncoding.test(signs)) throw new UnfitXml("another encoding");
      return xmlBegin.test(signs) ? maxTextBytes : 0;
    });
    if (found.fault) return found.fault;
    if (found.bytes.length === 0) continue;
    const text = xmlText(found.bytes);
    if (isNames(name) ? await bringsIn(text) : await hasStartingField(text)) return "active";
  }
  return undefined;
}

async function judgeOffice(content: FileContent, readsTexts: boolean): Promise<ContentFault> {
  const entries = await zipDirectory(content);
  if (!entries) return "damaged";
  const fault = judgeNames(entries.map(({ name }) => plainName(name)));
  if (fault) return fault;
  if (entries.some(({ encrypted }) => encrypted)) return "locked";
  if (isTooMuch(entries)) return "unpacked";
  try {
    return await judgeParts(content, entries, readsTexts);
  } catch (error) {
    if (error instanceof UnfitXml) return "damaged";
    throw error;
  }
}

export const judgeWord = (content: FileContent): Promise<ContentFault> => judgeOffice(content, true);
/** Cells start nothing without a part of another type: their texts, the largest of all, are not read. */
export const judgeSheet = (content: FileContent): Promise<ContentFault> => judgeOffice(content, false);
