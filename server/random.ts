import { randomBytes, randomFillSync, randomUUIDv7 } from "node:crypto";

/** So many values at once: asking the system for each costs more than what they are used for. */
const together = 256;

/** Gives random bytes, `length` of them each time; they are nobody else's. */
export function randomSource(length: number): () => Buffer {
  let pool = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === pool.length) {
      // A new one: what was given before stays as it is.
      pool = randomFillSync(Buffer.allocUnsafeSlow(length * together));
      used = 0;
    }
    used += length;
    return pool.subarray(used - length, used);
  };
}

/** What nobody can guess: 256 bits, as they stand in an address. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const tokenPattern = "^[A-Za-z0-9_-]{43}$";

/**
 * Names something that is written now. Later ones come after it, so that an index takes them all at its end: names without
 * an order change another page of it for each. 74 bits are random, and 48 say when.
 */
export const newRowId = (): string => randomUUIDv7();
