/** Numbers as people of a country write them. Stored as digits, with a point before decimals, and without groups. */
import { grouped } from "./common/grouped.ts";

/** What stands between thousands, and before decimals. Not by Intl: server and browser may know a country differently. */
const signs: Record<string, { group: string; point: string }> = {
  "es-CL": { group: ".", point: "," },
  "es-PE": { group: ",", point: "." },
  "en-US": { group: ",", point: "." },
};
/** Those of the currencies that have something smaller than one. */
const decimalsOf: Record<string, number> = { USD: 2, PEN: 2 };
const symbols: Record<string, string> = { CLP: "$", PEN: "S/", USD: "USD" };

const signsOf = (locale: unknown): { group: string; point: string } =>
  signs[String(locale)] ?? signs["es-CL"]!;

/**
 * The number in a text: digits in groups of three or in none, and at most so many decimals after the country's own sign.
 * Undefined where the text is anything else: `150.50` is no 15050.
 */
export function readNumber(typed: string, locale: unknown, decimals: number): string | undefined {
  const { group, point } = signsOf(locale);
  const text = typed.replace(/\s/g, "");
  if (text === "") return "";
  // What is stored has a point, which in some countries stands between thousands: then never before three digits.
  const isStored = decimals > 0 && decimals < 3 && /^\d+\.\d{1,2}$/.test(text);
  const [whole = "", fraction, ...more] = text.split(isStored ? "." : point);
  const inGroups = whole.split(group);
  const isWhole =
    inGroups.length === 1
      ? /^-?\d+$/.test(whole)
      : inGroups.every((part, index) => (index === 0 ? /^-?\d{1,3}$/ : /^\d{3}$/).test(part));
  if (!isWhole || more.length > 0) return undefined;
  const digits = inGroups.join("").replace(/^(-?)0+(?=\d)/, "$1");
  if (fraction === undefined) return digits;
  return decimals > 0 && /^\d*$/.test(fraction) && fraction.length <= decimals
    ? `${digits}.${fraction}`
    : undefined;
}

/** `1.234.567,5` in Chile, `1,234,567.5` in Peru; what is no number stays as it is. */
export function showNumber(stored: string, locale: unknown): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(stored);
  if (!match) return stored;
  const { group, point } = signsOf(locale);
  const whole = match[1]! + grouped(match[2]!, group);
  return match[3] === undefined ? whole : whole + point + match[3];
}

/** A shown number without what stands between its thousands. */
export const withoutGroups = (shown: string, locale: unknown): string =>
  shown.replaceAll(signsOf(locale).group, "");

/** `$`, `S/`, `USD`; a currency that is not known stands for itself. */
export const currencySymbol = (currency: unknown): string =>
  Object.hasOwn(symbols, String(currency)) ? symbols[String(currency)]! : String(currency);

/** How many decimals an amount has to its smallest unit: a centavo, or a whole peso. */
export const currencyDecimals = (currency: unknown): number =>
  Object.hasOwn(decimalsOf, String(currency)) ? decimalsOf[String(currency)]! : 0;
