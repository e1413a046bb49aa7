/** Names in a ZIP archive, read from its directory; nothing is unpacked. */

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const entryLength = 46;
/** The archive's comment stands behind its end and is no longer than this. */
const longestComment = 0xffff;
const mostEntries = 10_000;

/** The names of all entries; undefined for what is no ZIP archive, or one that is broken. */
export function zipEntries(bytes: Buffer): string[] | undefined {
  if (bytes.length < endLength || bytes.readUInt32LE(0) !== 0x04034b50) return undefined;
  const end = endOf(bytes);
  if (end === undefined) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > mostEntries) return undefined;
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > end || bytes.readUInt32LE(at) !== entrySignature) return undefined;
    const length = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString("utf8", at + entryLength, at + entryLength + length));
    at += entryLength + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

function endOf(bytes: Buffer): number | undefined {
  const last = bytes.length - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}
