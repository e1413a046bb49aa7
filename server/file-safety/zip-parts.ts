/** What the entries of an archive hold: nothing is believed that its directory says of them. */
import type { FileContent } from "./file-content.ts";
import { maxUnpackedBytes, type ContentFault } from "./content-fault.ts";
import { takingTurns } from "./turns.ts";
import { piecesOf, unpacked } from "./unpack.ts";
import type { ZipEntry } from "./zip-entries.ts";

const beginSignature = 0x04034b50;
const beginLength = 30;
/** A part of more than a megabyte that is packed more than this is made to fill a disk. */
const maxRatio = 200;
const megabyte = 1024 * 1024;

/** Where the bytes of an entry are; undefined where its own head says other things than the directory. */
async function placeOf(
  content: FileContent,
  entry: ZipEntry,
): Promise<{ from: number; end: number } | undefined> {
  const head = await content.read(entry.at, beginLength);
  if (head.length < beginLength || head.readUInt32LE(0) !== beginSignature) return undefined;
  if (head.readUInt16LE(8) !== entry.method) return undefined;
  const nameLength = head.readUInt16LE(26);
  const name = await content.read(entry.at + beginLength, nameLength);
  if (name.toString("utf8") !== entry.name) return undefined;
  const from = entry.at + beginLength + nameLength + head.readUInt16LE(28);
  const end = from + entry.packed;
  return end > content.size ? undefined : { from, end };
}

/** All entries of an archive, each with where its bytes begin; undefined where two of them share bytes. */
export async function placesOf(
  content: FileContent,
  entries: ZipEntry[],
): Promise<Map<ZipEntry, number> | undefined> {
  const places = new Map<ZipEntry, number>();
  let before = 0;
  for (const entry of entries.toSorted((one, other) => one.at - other.at)) {
    const place = await placeOf(content, entry);
    if (!place || entry.at < before) return undefined;
    places.set(entry, place.from);
    before = place.end;
  }
  return places;
}

/** Unpacks an entry into `take`, no further than its directory says. */
export async function unpackEntry(
  content: FileContent,
  { method, packed, size }: ZipEntry,
  from: number,
  take: (piece: Buffer) => void,
): Promise<ContentFault> {
  if (method !== 0 && method !== 8) return "damaged";
  if (size > megabyte && size > packed * maxRatio) return "unpacked";
  const pieces =
    method === 0
      ? piecesOf(content, from, packed)
      : unpacked(content, { at: from, length: packed, raw: true });
  const turn = takingTurns();
  let came = 0;
  try {
    for await (const piece of pieces) {
      came += piece.length;
      // More than was said is a bomb.
      if (came > size) return "unpacked";
      take(piece);
      await turn();
    }
  } catch {
    return "damaged";
  }
  return came === size ? undefined : "damaged";
}

/** Whether all entries together may be unpacked, as they say. */
export const isTooMuch = (entries: ZipEntry[]): boolean =>
  entries.reduce((sum, { size }) => sum + size, 0) > maxUnpackedBytes;
