/** Chile's tax number. Stored as digits, a hyphen and the check digit: `12345678-5`. */
import { grouped } from "../common/grouped.ts";

const stored = /^([1-9][0-9]{5,7})-([0-9K])$/;

/** Modulo 11: weights 2 to 7 from the right, again and again. */
function rutCheckDigit(body: string): string {
  let sum = 0;
  let weight = 2;
  for (let index = body.length - 1; index >= 0; index--) {
    sum += Number(body[index]) * weight;
    weight = weight === 7 ? 2 : weight + 1;
  }
  const rest = 11 - (sum % 11);
  return rest === 11 ? "0" : rest === 10 ? "K" : String(rest);
}

/** Whether a stored RUT is right. Below 100.000 none was given out, although `0-0` passes modulo 11. */
export function rutIsValid(value: unknown): boolean {
  const match = typeof value === "string" ? stored.exec(value) : null;
  return match !== null && rutCheckDigit(match[1]!) === match[2];
}

/** From what was typed or pasted: dots, spaces and a lower-case k are fine. A hyphen stands before the check digit alone. */
export function readRut(typed: string): string | undefined {
  const text = typed
    .toUpperCase()
    .replace(/[.,\s]/g, "")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/^0+/, "");
  if (!/^(?:[0-9]*[0-9K]?-?|[0-9]+-[0-9K])$/.test(text)) return undefined;
  const kept = text.replace("-", "");
  return kept.length < 2 ? kept : `${kept.slice(0, -1)}-${kept.slice(-1)}`;
}

/** A part of what is shown, without dots and the hyphen. */
export const bareRut = (shown: string): string => shown.replace(/[.-]/g, "");

/** `12.345.678-5`. */
export function showRut(canonical: string): string {
  const [body = "", check] = canonical.split("-");
  const shown = grouped(body, ".");
  return check === undefined ? shown : `${shown}-${check}`;
}
