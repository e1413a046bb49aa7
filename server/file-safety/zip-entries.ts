/** Names in a ZIP archive, read from its directory; nothing is unpacked. */
import type { FileContent } from "./file-content.ts";

const beginSignature = 0x04034b50;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const entryLength = 46;
/** The archive's comment stands behind its end and is no longer than this. */
const maxCommentBytes = 0xffff;
const maxEntries = 10_000;
/** Bytes. That is 200 for each of the most entries; Office's have under 100. */
const maxDirectoryBytes = 2 * 1024 * 1024;

export interface ZipEntry {
  name: string;
  /** Bytes in the archive, and unpacked, as the directory says. */
  packed: number;
  size: number;
  /** 0: as it is; 8: deflated. */
  method: number;
  encrypted: boolean;
  /** Where in the archive it begins. */
  at: number;
}

/** The names of all entries; undefined for what is no ZIP archive, or one that is broken. */
export const zipEntries = async (content: FileContent): Promise<string[] | undefined> =>
  (await zipDirectory(content))?.map(({ name }) => name);

/** All entries, as the archive's directory has them; undefined as for `zipEntries`. */
export async function zipDirectory(content: FileContent): Promise<ZipEntry[] | undefined> {
  const begin = await content.read(0, 4);
  if (content.size < endLength || begin.readUInt32LE(0) !== beginSignature) return undefined;
  const tail = await content.read(Math.max(0, content.size - endLength - maxCommentBytes), content.size);
  const end = endOf(tail);
  if (end === undefined) return undefined;
  const count = tail.readUInt16LE(end + 10);
  const from = tail.readUInt32LE(end + 16);
  const length = content.size - tail.length + end - from;
  if (count > maxEntries || length < 0 || length > maxDirectoryBytes) return undefined;
  // Behind the comment is nothing: else another reader finds another end.
  if (end + endLength + tail.readUInt16LE(end + 20) !== tail.length) return undefined;
  return entriesIn(await content.read(from, length), count);
}

function entriesIn(directory: Buffer, count: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > directory.length || directory.readUInt32LE(at) !== entrySignature)
      return undefined;
    const length = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString("utf8", at + entryLength, at + entryLength + length),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      at: directory.readUInt32LE(at + 42),
    });
    at += entryLength + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  // One entry more than was said, for whoever reads on.
  if (at + 4 <= directory.length && directory.readUInt32LE(at) === entrySignature) return undefined;
  return entries;
}

function endOf(bytes: Buffer): number | undefined {
  for (let at = bytes.length - endLength; at >= 0; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}
