/** Names in a ZIP archive, read from its directory; nothing is unpacked. */
import type { FileContent } from "./content.ts";

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

/** The names of all entries; undefined for what is no ZIP archive, or one that is broken. */
export async function zipEntries(content: FileContent): Promise<string[] | undefined> {
  const begin = await content.read(0, 4);
  if (content.size < endLength || begin.readUInt32LE(0) !== beginSignature) return undefined;
  const tail = await content.read(Math.max(0, content.size - endLength - maxCommentBytes), content.size);
  const end = endOf(tail);
  if (end === undefined) return undefined;
  const count = tail.readUInt16LE(end + 10);
  const from = tail.readUInt32LE(end + 16);
  const length = content.size - tail.length + end - from;
  if (count > maxEntries || length < 0 || length > maxDirectoryBytes) return undefined;
  return namesIn(await content.read(from, length), count);
}

function namesIn(directory: Buffer, count: number): string[] | undefined {
  const names: string[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > directory.length || directory.readUInt32LE(at) !== entrySignature)
      return undefined;
    const length = directory.readUInt16LE(at + 28);
    names.push(directory.toString("utf8", at + entryLength, at + entryLength + length));
    at += entryLength + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

function endOf(bytes: Buffer): number | undefined {
  for (let at = bytes.length - endLength; at >= 0; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}
