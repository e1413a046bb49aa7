/** PDF documents: nothing in them may run, open something else, or carry other files. */
import { inflateSync } from "node:zlib";
import type { FileContent } from "./file-content.ts";
import { windowsOf } from "./scan.ts";
import { maxPages, type ContentFault } from "./content-fault.ts";

/** Names of what runs, opens, sends or carries something. They are long: no picture has them by chance. */
const active =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|Rendition)(?![A-Za-z0-9])/;
/** Forms that have programs of their own. Four letters may stand in a picture by chance: what follows tells them apart. */
const xmlForm = /\/XFA\s*(?:\[|\d+ \d+ R|\()/;
const encrypted = /\/Encrypt(?![A-Za-z0-9])\s*(?:\d+\s+\d+\s+R|<<)/;
const page = /\/Type\s*\/Page(?![A-Za-z0-9])/g;

/** Bytes before a stream in which its dictionary is looked for, and the overlap of windows. */
const dictionaryBytes = 4096;
/** Bytes of objects in one stream, packed and unpacked, and of all of them together. */
const maxPacked = 1024 * 1024;
const maxUnpacked = 8 * 1024 * 1024;
const maxUnpackedTogether = 32 * 1024 * 1024;

/** A name may be written with any of its letters as #xx. */
const plain = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const judgeText = (text: string): ContentFault => {
  if (active.test(text) || xmlForm.test(text)) return "active";
  return encrypted.test(text) ? "locked" : undefined;
};

/** The objects that a stream holds, as text; a verdict where they cannot be looked at. */
async function unpacked(
  content: FileContent,
  at: number,
  dictionary: string,
): Promise<{ text: string } | { refused: ContentFault }> {
  const filters = [...dictionary.matchAll(/\/(\w+)Decode\b/g)].map(([, name]) => name);
  if (filters.some((name) => name !== "Flate") || filters.length > 1 || /\/Predictor\b/.test(dictionary))
    return { refused: "damaged" };
  const bytes = await content.read(at, maxPacked);
  const end = bytes.indexOf("endstream");
  if (end === -1) return { refused: "damaged" };
  const packed = bytes.subarray(0, end);
  if (filters.length === 0) return { text: packed.toString("latin1") };
  try {
    return { text: inflateSync(packed, { maxOutputLength: maxUnpacked }).toString("latin1") };
  } catch (error) {
    return { refused: (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "unpacked" : "damaged" };
  }
}

/** What follows the word «obj» that is next before a stream: with nothing of it in sight, all of it. */
const dictionaryBefore = (text: string): string => {
  const near = plain(text.slice(-dictionaryBytes));
  const from = near.lastIndexOf(" obj");
  return from === -1 ? `${near}/ObjStm` : near.slice(from);
};

export async function judgePdf(content: FileContent): Promise<ContentFault> {
  let pages = 0;
  let together = 0;
  let counted = 0;
  for await (const { text, from } of windowsOf(content, dictionaryBytes)) {
    const words = plain(text);
    const verdict = judgeText(words);
    if (verdict) return verdict;
    for (const { index } of text.matchAll(page)) {
      const place = from + index;
      // What stands where windows overlap is counted once.
      if (place < counted) continue;
      pages += 1;
      counted = place + 1;
    }
    for (const { index, 0: word } of text.matchAll(/(?<!end)stream\r?\n/g)) {
      // The window before has had it, with all of its dictionary.
      if (from > 0 && index < dictionaryBytes - 8) continue;
      const dictionary = dictionaryBefore(text.slice(0, index));
      if (!/\/ObjStm(?![A-Za-z0-9])/.test(dictionary)) continue;
      const found = await unpacked(content, from + index + word.length, dictionary);
      if ("refused" in found) return found.refused;
      together += found.text.length;
      if (together > maxUnpackedTogether) return "unpacked";
      const inside = plain(found.text);
      const inner = judgeText(inside);
      if (inner) return inner;
      pages += inside.match(page)?.length ?? 0;
    }
    if (pages > maxPages) return "pages";
  }
  return undefined;
}
