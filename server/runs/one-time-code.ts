/** The one-time code of a wait: made of its address, so that nothing else has to be kept, and a repeated attempt tells the same. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { codeDigits } from "../../schemas/engine/serve.ts";

/** Whoever has the address, which ends with a secret that nobody can guess, could bring the event without it. */
export const oneTimeCode = (address: string): string =>
  String(
    createHmac("sha256", address).update("one-time code").digest().readUIntBE(0, 6) % 10 ** codeDigits,
  ).padStart(codeDigits, "0");

/** Takes as long whatever the answer is. */
export function isOneTimeCode(address: string, typed: string): boolean {
  const [known, given] = [Buffer.from(oneTimeCode(address)), Buffer.from(typed)];
  return known.length === given.length && timingSafeEqual(known, given);
}
