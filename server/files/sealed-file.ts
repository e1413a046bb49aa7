/** Files of this machine whose bytes are sealed as they are written, and opened where they are looked at. */
import { open, type FileHandle } from "node:fs/promises";
import {
  collectPieces,
  openedSize,
  pieceBytes,
  sealedHeadBytes,
  sealedPieceBytes,
  type ByteSeals,
} from "../store/sealed-bytes.ts";
import type { ColumnRef } from "../store/personal.ts";
import { nameOf } from "../storage/names.ts";

/** With what bytes are sealed, and the place that they are bound to. */
export interface SealedAt {
  seals: ByteSeals;
  place: ColumnRef;
}

/** The place of the bytes that have this name in the storage. */
export const placeOfStored = (stored: string): ColumnRef => `files.${stored}`;

/** The place of the bytes of an upload with this id. */
export const placeOfUpload = (id: string): ColumnRef => placeOfStored(nameOf(id));

export interface SealedWriter {
  /** Bytes so far, as they were before they were sealed. */
  size: number;
  write(bytes: Buffer): Promise<void>;
  /** Seals the last piece; nothing can be written afterwards. */
  end(): Promise<void>;
  /** Closes the file. What does not fill a piece and was not ended is lost. */
  close(): Promise<void>;
}

function writerOf(handle: FileHandle, seal: ReturnType<ByteSeals["begin"]>["seal"]): SealedWriter {
  const pieces = collectPieces(() => pieceBytes);
  let number = 0;
  const put = async (piece: Buffer, isLast: boolean): Promise<void> => {
    const sealed = seal(piece, { number, isLast });
    number += 1;
    await handle.writeFile(sealed);
  };
  const writer: SealedWriter = {
    size: 0,
    write: async (bytes) => {
      writer.size += bytes.length;
      for (const piece of pieces.add(bytes)) await put(piece, false);
    },
    end: () => put(pieces.rest(), true),
    close: () => handle.close(),
  };
  return writer;
}

/** Makes a new file. */
export async function createSealed(path: string, { seals, place }: SealedAt): Promise<SealedWriter> {
  const handle = await open(path, "wx", 0o600);
  const { head, seal } = seals.begin(place);
  try {
    await handle.writeFile(head);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return writerOf(handle, seal);
}

/** Reads some bytes of a handle, from a place. */
export async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, length));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** How an open file's bytes are read where they are looked at: a piece is opened for it, and the last one is kept. */
export async function openedContent(
  handle: FileHandle,
  { seals, place }: SealedAt,
): Promise<{ size: number; read(at: number, length: number): Promise<Buffer> }> {
  const whole = (await handle.stat()).size;
  const openPiece = seals.open(place, await readAt(handle, 0, sealedHeadBytes));
  const size = openedSize(whole);
  const last = Math.max(0, Math.ceil((whole - sealedHeadBytes) / sealedPieceBytes) - 1);
  let kept: { number: number; bytes: Buffer } | undefined;
  const pieceOf = async (number: number): Promise<Buffer> => {
    if (kept?.number === number) return kept.bytes;
    const sealed = await readAt(handle, sealedHeadBytes + number * sealedPieceBytes, sealedPieceBytes);
    const bytes = openPiece(sealed, { number, isLast: number === last });
    kept = { number, bytes };
    return bytes;
  };
  return {
    size,
    read: async (at, length) => {
      const end = Math.min(size, at + length);
      const parts: Buffer[] = [];
      for (let from = at; from < end;) {
        const number = Math.floor(from / pieceBytes);
        const piece = await pieceOf(number);
        const begin = from - number * pieceBytes;
        const part = piece.subarray(begin, Math.min(piece.length, begin + end - from));
        if (part.length === 0) break;
        parts.push(part);
        from += part.length;
      }
      return Buffer.concat(parts);
    },
  };
}
