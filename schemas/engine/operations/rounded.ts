import { isCount } from "./common/count.ts";

/** A number with at most so many decimals, half a unit upwards; null where it is none. As people round: 1.005 is 1.01. */
export function rounded(value: unknown, decimals: unknown): number | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  const places = isCount(decimals) ? Math.min(Math.floor(decimals), 9) : 0;
  return shifted(Math.round(shifted(value, places)), -places);
}

/** Moves the point as it is written: a product would bring digits that nobody wrote. */
function shifted(value: number, places: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}
