import type { Format } from "../types/index.ts";
import { phonePrefix, readPhone, showPhone } from "./phone.ts";
import { readDate, readLongDate, readTime, showDate, showFullDate, showLongDate } from "./date.ts";
import { currencySymbol, readNumber, showNumber, withoutGroups } from "./numbers.ts";
import { packs } from "./packs.ts";
import {
  textFormat,
  without,
  type MakeFormat,
  type FormatReading,
  type TextFormat,
} from "./common/text-format.ts";

export type { TextFormat } from "./common/text-format.ts";

const isLength = (length: unknown): { length?: number } => (typeof length === "number" ? { length } : {});

/** A number with what stands around it, which may be written along. */
const numberFormat = (
  { locale, length = 15, decimals = 0 }: Record<string, unknown>,
  around: { prefix?: string; suffix?: string },
): FormatReading => ({
  read: (typed) => readNumber(withoutAffixes(typed, around), locale, Number(decimals)),
  show: (stored) => showNumber(stored, locale),
  bare: (shown) => withoutGroups(shown, locale),
  // Signs are kept, and refused in words where they have no place: without them it would be another number.
  keys: /[0-9.,\s-]/,
  decimals: Number(decimals),
  ...isLength(length),
  ...around,
});

function withoutAffixes(typed: string, { prefix = "", suffix = "" }: { prefix?: string; suffix?: string }) {
  const text = typed.trim();
  const before = [prefix, `${prefix}.`, "$"].filter((one) => one.length > 1 || one === "$");
  const found = before.toSorted((a, b) => b.length - a.length).find((one) => startsWith(text, one));
  const rest = found === undefined ? text : text.slice(found.length);
  return suffix !== "" && rest.toLowerCase().endsWith(suffix.toLowerCase())
    ? rest.slice(0, -suffix.length)
    : rest;
}

const startsWith = (text: string, start: string): boolean =>
  text.toLowerCase().startsWith(start.toLowerCase());

/** The named formats that kinds may use. */
export const formats: Record<string, MakeFormat> = {
  phone: ({ country }) => ({
    read: (typed) => readPhone(typed, country),
    show: (stored) => showPhone(stored, country),
    keys: /[0-9+().\s/-]/,
    prefix: phonePrefix(country),
  }),
  /** Digits alone; `separators` may stand between them and are left out. */
  digits: ({ length, separators = "" }) => ({
    read: (typed) => {
      const kept = [...typed]
        .filter((sign) => !/\s/.test(sign) && !String(separators).includes(sign))
        .join("");
      return /^[0-9]*$/.test(kept) ? kept : undefined;
    },
    keys: /[0-9\s().+/-]/,
    ...isLength(length),
  }),
  /** Capital letters, digits, hyphens and low lines: the number of a card. */
  code: ({ length }) => ({
    read: (typed) => without(/\s/g, /^[A-Z0-9_-]*$/)(typed.toUpperCase()),
    keys: /[A-Za-z0-9_\s-]/,
    ...isLength(length),
  }),
  /** A number in groups of three, with what it counts behind it; without `decimals` a whole one. */
  whole: (parameters) => {
    const { unit } = parameters;
    return numberFormat(parameters, unit === undefined ? {} : { suffix: String(unit) });
  },
  /** An amount of money; without `decimals` one without cents. */
  amount: (parameters) => numberFormat(parameters, { prefix: currencySymbol(parameters["currency"]) }),
  /** A day as it is written, `21/11/2026`, or with its `month` in words, and then perhaps its `weekday` too. */
  date: ({ month, weekday }) =>
    month === "words"
      ? { read: readLongDate, show: weekday === "words" ? showFullDate : showLongDate }
      : { read: readDate, show: showDate, keys: /[0-9/.\s-]/, length: 8 },
  time: () => ({ read: readTime, keys: /[0-9:.\s]/, length: 4 }),
  /** Without white space, and with `capitals` in capital letters. */
  withoutSpaces: ({ capitals }) => ({
    read(typed) {
      const together = typed.replace(/\s/g, "");
      return capitals ? together.toUpperCase() : together;
    },
  }),
  ...Object.assign({}, ...packs.map((pack) => pack.formats)),
};

/**
 * The format that a field names.
 * @throws {Error} when there is none of that name.
 */
export function formatOf(format: Format): TextFormat {
  if (!Object.hasOwn(formats, format.operation)) {
    throw new Error(`unknown format "${format.operation}"`);
  }
  return textFormat(formats[format.operation]!(format.with));
}
