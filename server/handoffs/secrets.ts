/** What a link and a code are made of, and what is kept of them. */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { codeDigits } from "../../schemas/engine/serve.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Digits to type. */
export const newCode = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");

export const tokenHash = (token: string): string => hashOf(`handoff ${token}`);

/** With the token, which is kept nowhere: of a code alone, a million hashes would be tried in a second. */
export const codeHash = (token: string, code: string): string => hashOf(`handoff ${token} ${code}`);

/** Whether a code is the one of a hash; it takes as long whatever the answer is. */
export const isCode = (known: string, token: string, code: string): boolean =>
  timingSafeEqual(Buffer.from(known, "hex"), Buffer.from(codeHash(token, code), "hex"));
