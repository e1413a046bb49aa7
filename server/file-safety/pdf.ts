/** PDF documents: nothing in them may run, open something else, or carry other files. */
import type { FileContent } from "./file-content.ts";
import { plain } from "./pdf-dictionary.ts";
import { packingOf, streamsOf } from "./pdf-streams.ts";
import { windowsOf } from "./scan.ts";
import { unpacked } from "./unpack.ts";
import { maxPages, type ContentFault, type Refused } from "./content-fault.ts";

/** Names of what runs, opens, sends or carries something. They are long: no picture has them by chance. */
const active =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|Rendition)(?![A-Za-z0-9])/;
/** Forms that have programs of their own. Four letters may stand in a picture by chance: what follows tells them apart. */
const xmlForm = /\/XFA[\s\0]*(?:\[|\d+[\s\0]+\d+[\s\0]+R|\(|%)/;
const encrypted = /\/Encrypt(?![A-Za-z0-9])[\s\0]*(?:\d+[\s\0%]|<<|%)/;
const page = /\/Type\s*\/Page(?![A-Za-z0-9])/g;

/** Bytes that two windows share: a name with what follows it, and more of nothing in between than anybody writes. */
const overlap = 4096;
/** Bytes of objects in one stream, unpacked, and of all of them together. */
const maxUnpacked = 8 * 1024 * 1024;
const maxUnpackedTogether = 32 * 1024 * 1024;
/** A hundred objects in each are usual. */
const maxObjectStreams = 5_000;

/** Looks through what stands there in words; gives how many pages there are, or why it is not kept. */
async function judgeWords(content: FileContent): Promise<number | Refused> {
  let pages = 0;
  let counted = 0;
  for await (const { text, from } of windowsOf(content, overlap)) {
    const words = plain(text);
    if (active.test(words) || xmlForm.test(words)) return "active";
    if (encrypted.test(words)) return "locked";
    for (const { index } of text.matchAll(page)) {
      const place = from + index;
      // What stands where windows overlap is counted once.
      if (place < counted) continue;
      pages += 1;
      counted = place + 1;
    }
    if (pages > maxPages) return "pages";
  }
  return pages;
}

/** The objects of a stream; why the file is not kept where they cannot be looked at. */
async function objectsAt(content: FileContent, at: number): Promise<Buffer | Refused> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of unpacked(content, { at, length: content.size - at, raw: false })) {
      size += piece.length;
      if (size > maxUnpacked) return "unpacked";
      pieces.push(piece);
    }
  } catch {
    return "damaged";
  }
  return Buffer.concat(pieces);
}

const contentOf = (bytes: Buffer): FileContent => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
});

export async function judgePdf(content: FileContent): Promise<ContentFault> {
  const found = await judgeWords(content);
  if (typeof found === "string") return found;
  let pages = found;
  let together = 0;
  let count = 0;
  for await (const stream of streamsOf(content)) {
    if (typeof stream === "string") return stream;
    const packing = packingOf(stream);
    if (packing === "damaged") return packing;
    // Objects that are not packed were looked through with the rest.
    if (packing !== "flate") continue;
    const objects = await objectsAt(content, stream.end);
    if (typeof objects === "string") return objects;
    together += objects.length;
    count += 1;
    if (together > maxUnpackedTogether || count > maxObjectStreams) return "unpacked";
    const inside = await judgeWords(contentOf(objects));
    if (typeof inside === "string") return inside;
    pages += inside;
    if (pages > maxPages) return "pages";
  }
  return undefined;
}
