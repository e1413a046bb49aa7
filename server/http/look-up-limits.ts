/** Look-ups of one person or car: only so often, whoever asks and from wherever. */
import type { CompiledCall } from "../../schemas/engine/serve.ts";
import type { Limits } from "./limits.ts";

/** Counts a call before it is made; `value` is what the definition's rule gave for it, `address` from where it is asked. */
export type CountLookUp = (
  call: CompiledCall,
  brand: string,
  value: unknown,
  address?: string,
) => Promise<void>;

/** As people write the same document: with points, dashes, small letters and zeros before it, or without. */
const asWritten = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value))
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+(?=.)/, "")
    .toUpperCase();

/** @throws {ApiError} 429 or 503, as `Limits.count` does. */
export const countLookUps =
  (limits: Limits): CountLookUp =>
  async ({ service, call, limit }, brand, value, address) => {
    if (!limit) return;
    const name = `${service}.${call} ${brand}`;
    // Where nobody is there, as when an attempt is resumed, it was counted when it was begun.
    if (limit.perAddress && address !== undefined) await limits.countCall(name, limit.perAddress, address);
    // Without a document nobody is looked up.
    if (value === undefined || value === null || value === "") return;
    await limits.count(`${name} ${asWritten(value)}`, limit);
  };
