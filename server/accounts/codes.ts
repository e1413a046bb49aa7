import { randomInt, timingSafeEqual } from "node:crypto";
import { oneTimePasswordDigits } from "../../schemas/engine/serve.ts";

/** Minutes for which one that was mailed is good. */
export const codeMinutes = 10;

export const newCode = (): string =>
  String(randomInt(10 ** oneTimePasswordDigits)).padStart(oneTimePasswordDigits, "0");

/** As it was mailed, whatever stands between its digits. */
export const plainCode = (typed: string): string => typed.replaceAll(/\D/g, "");

/** In two halves, as people read it out. */
export const readableCode = (code: string): string =>
  `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

/** Takes as long whatever the answer is. */
export function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
