/** Look-ups of one person or car: only so often, whoever asks and from wherever; and of so many from one address. */
import type { CompiledCall } from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import { networkOf } from "./client-network.ts";
import type { Limits } from "./limits.ts";

/** Counts a call before it is made; `value` is what the definition's rule gave for it, `address` from where it is asked. */
export type CountLookUp = (
  call: CompiledCall,
  brand: string,
  value: unknown,
  address?: string,
) => Promise<void>;

/** Who was asked about from an address; what is forgotten is counted again. */
const maxRemembered = 20_000;

/** As people write the same document: with points, dashes, small letters and zeros before it, or without. */
const asWritten = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value))
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+(?=.)/, "")
    .toUpperCase();

/** Whom an address has asked about, until its window ends. */
function createAskedAbout(clock: Clock) {
  const until = new Map<string, number>();
  return {
    has: (key: string): boolean => (until.get(key) ?? 0) > clock().getTime(),
    add: (key: string, minutes: number): void => {
      const length = minutes * 60_000;
      until.delete(key);
      until.set(key, (Math.floor(clock().getTime() / length) + 1) * length);
      if (until.size > maxRemembered) until.delete(until.keys().next().value!);
    },
  };
}

/**
 * A form looks the same person up at every step: of a look-up, an address is counted for each person once in a window.
 * What does something, as sending a mail, is counted each time.
 * @throws {ApiError} 429 or 503, as `Limits.count` does.
 */
export function countLookUps(limits: Limits, clock: Clock): CountLookUp {
  const askedAbout = createAskedAbout(clock);
  return async ({ service, call, method, limit }, brand, value, address) => {
    if (!limit) return;
    const name = `${service}.${call} ${brand}`;
    const isSomebody = value !== undefined && value !== null && value !== "";
    const subject = isSomebody ? `${name} ${asWritten(value)}` : name;
    // Where nobody is there, as when an attempt is resumed, it was counted when it was begun.
    if (limit.perAddress && address !== undefined) {
      const key = `${subject} from ${networkOf(address)}`;
      if (method !== "GET" || !askedAbout.has(key)) {
        await limits.countCall(name, limit.perAddress, address);
        askedAbout.add(key, limit.perAddress.minutes);
      }
    }
    // Without a document nobody is looked up.
    if (isSomebody) await limits.count(subject, limit);
  };
}
