/** What is packed, unpacked a piece at a time: whoever reads stops when it is too much. */
import { Readable } from "node:stream";
import { createInflate, createInflateRaw, inflateRawSync } from "node:zlib";
import type { FileContent } from "./file-content.ts";

const pieceBytes = 64 * 1024;

export async function* piecesOf(content: FileContent, at: number, length: number): AsyncGenerator<Buffer> {
  const end = Math.min(content.size, at + length);
  for (let from = at; from < end;) {
    const piece = await content.read(from, Math.min(pieceBytes, end - from));
    if (piece.length === 0) return;
    yield piece;
    from += piece.length;
  }
}

/** An archive may have thousands of small parts: a way of its own for each would take longer than to unpack it. */
function smallUnpacked(packed: Buffer): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: 4 * pieceBytes });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw error;
  }
}

/** With the head and the checksum of zlib, or raw as archives have it. @throws where it is packed in another way, or cut off. */
export async function* unpacked(
  content: FileContent,
  { at, length, raw }: { at: number; length: number; raw: boolean },
): AsyncGenerator<Buffer> {
  if (raw && length <= pieceBytes) {
    const whole = smallUnpacked(await content.read(at, length));
    if (whole) {
      yield whole;
      return;
    }
  }
  const source = Readable.from(piecesOf(content, at, length), { objectMode: false });
  const inflate = raw ? createInflateRaw() : createInflate();
  source.on("error", (error) => inflate.destroy(error));
  try {
    for await (const piece of source.pipe(inflate)) yield piece as Buffer;
  } finally {
    source.destroy();
  }
}
