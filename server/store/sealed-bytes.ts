/**
 * Sealing of bytes, of files of any length: a piece at a time, so that none is in memory whole. Each file has a key of
 * its own, made of a data key, a random salt and the file's place; each piece is AES-256-GCM with its number, and whether
 * it is the last, as the nonce. So no piece can be changed, left out, put elsewhere or cut off without being found.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from "node:crypto";
import { Transform } from "node:stream";
import { DamagedValue } from "./damaged.ts";
import type { ColumnRef } from "./personal.ts";

/** What sealed bytes begin with; the id of the key and the salt follow. No text and no file of a kind that we take does. */
const magic = Buffer.from("\x89VITRINA-SEAL\x01\r\n", "latin1");
const idBytes = 4;
const saltBytes = 32;
const tagBytes = 16;
/** Bytes before the first piece. */
export const sealedHeadBytes = magic.length + idBytes + saltBytes;
/** Bytes of a piece before it is sealed; only the last is shorter. */
export const pieceBytes = 64 * 1024;
export const sealedPieceBytes = pieceBytes + tagBytes;

/** A key as it is used for bytes. */
interface BytesKey {
  id: string;
  bytes: KeyObject;
}

/** Where a piece stands in its file. */
interface PieceAt {
  number: number;
  isLast: boolean;
}

type Piece = (bytes: Buffer, at: PieceAt) => Buffer;

/** What seals and opens bytes. `place` is bound to them: sealed bytes open nowhere else. */
export interface ByteSeals {
  /** Id of the key that seals. */
  id: string;
  /** Id of the key in the first bytes of a content; undefined where these are no sealed ones. */
  keyOf(head: Buffer): string | undefined;
  /** What new sealed bytes begin with, and how each of their pieces is sealed. */
  begin(place: ColumnRef): { head: Buffer; seal: Piece };
  /** How the pieces behind a head are opened. @throws {DamagedValue} where the key is not here or a piece was changed */
  open(place: ColumnRef, head: Buffer): Piece;
}

function nonceOf({ number, isLast }: PieceAt): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const fileKey = ({ bytes }: BytesKey, place: ColumnRef, head: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", bytes, head, `vitrina bytes ${place}`, 32));

const sealWith =
  (key: Buffer): Piece =>
  (bytes, at) => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(at));
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };

/** @param keys the first seals, all of them open */
export function byteSeals(keys: readonly [BytesKey, ...BytesKey[]]): ByteSeals {
  const [first] = keys;
  const keyOf: ByteSeals["keyOf"] = (head) =>
    head.length >= sealedHeadBytes && head.subarray(0, magic.length).equals(magic)
      ? head.toString("hex", magic.length, magic.length + idBytes)
      : undefined;
  const keyAt = (place: ColumnRef, head: Buffer): Buffer => {
    const id = keyOf(head);
    if (id === undefined) throw new DamagedValue(place, "is not sealed");
    const key = keys.find((one) => one.id === id);
    if (!key) throw new DamagedValue(place, `is sealed with the key ${id}, which is not here`);
    return fileKey(key, place, head.subarray(0, sealedHeadBytes));
  };
  return {
    id: first.id,
    keyOf,
    begin: (place) => {
      const head = Buffer.concat([magic, Buffer.from(first.id, "hex"), randomBytes(saltBytes)]);
      return { head, seal: sealWith(fileKey(first, place, head)) };
    },
    open: (place, head) => {
      const key = keyAt(place, head);
      return (sealed, at) => {
        try {
          const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(at), {
            authTagLength: tagBytes,
          }).setAuthTag(sealed.subarray(-tagBytes));
          return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
        } catch {
          throw new DamagedValue(place, "was changed, cut off, or moved here from elsewhere");
        }
      };
    },
  };
}

/** Bytes of a content whose sealed bytes are so many. */
export const openedSize = (sealed: number): number =>
  sealed - sealedHeadBytes - tagBytes * Math.max(1, Math.ceil((sealed - sealedHeadBytes) / sealedPieceBytes));

/** Collects bytes as they come into pieces; `length` is that of the next one. */
export function collectPieces(length: () => number): {
  /** The pieces that are whole with these bytes. */
  add(bytes: Buffer): Iterable<Buffer>;
  /** The last one, which may be empty. */
  rest(): Buffer;
} {
  let waiting: Buffer = Buffer.alloc(0);
  return {
    *add(bytes) {
      waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
      // What fills a piece exactly may be the last: it waits for what follows.
      while (waiting.length > length()) {
        const piece = waiting.subarray(0, length());
        waiting = waiting.subarray(piece.length);
        yield piece;
      }
    },
    rest: () => waiting,
  };
}

/** Gives what comes to `take` in pieces; the last one goes when the stream ends. */
function inPieces(
  length: () => number,
  take: (piece: Buffer, isLast: boolean) => Buffer | undefined,
): Transform {
  const pieces = collectPieces(length);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        for (const piece of pieces.add(chunk)) {
          const made = take(piece, false);
          if (made) this.push(made);
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        done(null, take(pieces.rest(), true) ?? Buffer.alloc(0));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/** Seals what flows through. */
export function sealing(seals: ByteSeals, place: ColumnRef): Transform {
  const { head, seal } = seals.begin(place);
  let number = 0;
  return inPieces(
    () => pieceBytes,
    (piece, isLast) => {
      const sealed = seal(piece, { number, isLast });
      number += 1;
      return number === 1 ? Buffer.concat([head, sealed]) : sealed;
    },
  );
}

/** Opens what flows through. What was never sealed, from before bytes were, goes through as it is. */
export function opening(seals: ByteSeals, place: ColumnRef): Transform {
  let open: Piece | undefined;
  let isPlain = false;
  let number = -1;
  return inPieces(
    () => (number < 0 && !isPlain ? sealedHeadBytes : sealedPieceBytes),
    (piece, isLast) => {
      if (number < 0 && !isPlain) {
        if (seals.keyOf(piece) === undefined) isPlain = true;
        else {
          open = seals.open(place, piece);
          number = 0;
          // A head alone is a file that was cut off.
          if (isLast) throw new DamagedValue(place, "was cut off");
          return undefined;
        }
      }
      if (isPlain) return piece;
      const opened = open!(piece, { number, isLast });
      number += 1;
      return opened;
    },
  );
}
