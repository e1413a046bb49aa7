/** ZIP archives for tests: read by their directory, and written small. */
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/** The files of an archive by name. */
export function unzip(archive: Uint8Array): Record<string, Buffer> {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const files: Record<string, Buffer> = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + size);
    files[bytes.toString("utf8", at + 46, at + 46 + nameLength)] =
      method === 0 ? content : inflateRawSync(content);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

/** An archive of these files. What it says of one may be other than what is true: `size`, unpacked, and `at`, where it begins. */
export function zip(
  files: Record<string, string | Buffer>,
  lies: Record<string, { size?: number; at?: number; packed?: number }> = {},
): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const lie = lies[name] ?? {};
    const path = Buffer.from(name);
    const plain = typeof text === "string" ? Buffer.from(text) : text;
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(lie.packed ?? packed.length, 14);
    common.writeUInt32LE(lie.size ?? plain.length, 18);
    common.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(lie.at ?? at, 10);
    locals.push(Buffer.from("PK\x03\x04", "latin1"), common, path, packed);
    entries.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, place, path);
    at += 30 + path.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}
