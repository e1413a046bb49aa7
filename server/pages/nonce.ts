import { randomFillSync } from "node:crypto";

/** Bytes of a nonce, and of how many at once: asking the system for each costs more than the rest of it. */
const length = 16;
const pool = Buffer.alloc(length * 256);
let used = pool.length;

/** A value that nobody can guess, for one answer's content security policy. */
export function nonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return pool.toString("base64url", used - length, used);
}
