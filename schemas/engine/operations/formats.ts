import type { Format } from "../types.ts";
import { cleanPhone, phonePrefix, showPhone } from "./phone.ts";
import { cleanDate, cleanLongDate, cleanTime, showDate, showFullDate, showLongDate } from "./date.ts";
import { cleanWhole, currencySymbol, showWhole } from "./numbers.ts";
import { cleanRut, showRut } from "./rut.ts";

/** How one text is typed, stored and shown. */
export interface TextFormat {
  /** The stored value of anything typed or pasted. Cleaning twice changes nothing more. */
  clean(typed: string): string;
  /** What people read. `clean(show(x))` is `x` for every stored value. */
  show(canonical: string): string;
  /** Shown before the text, and no part of it. */
  prefix?: string;
  /** Shown after the text, and no part of it. */
  suffix?: string;
}

type MakeFormat = (parameters: Record<string, unknown>) => TextFormat;

const asItIs = (canonical: string): string => canonical;

/** The named formats that kinds may use. */
export const formats: Record<string, MakeFormat> = {
  rut: () => ({ clean: cleanRut, show: showRut }),
  phone: ({ country }) => ({
    clean: (typed) => cleanPhone(typed, country),
    show: (canonical) => showPhone(canonical, country),
    prefix: phonePrefix(country),
  }),
  /** Digits alone, at most `length` of them. */
  digits: ({ length }) => ({
    clean: (typed) => typed.replace(/[^0-9]/g, "").slice(0, Number(length ?? Infinity)),
    show: asItIs,
  }),
  /** Six capital letters or digits. */
  plate: () => ({
    clean: (typed) =>
      typed
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, "")
        .slice(0, 6),
    show: asItIs,
  }),
  /** A whole number in groups of three, with what it counts behind it. */
  whole: ({ locale, length, unit }) => ({
    clean: (typed) => cleanWhole(typed, Number(length ?? 15)),
    show: (canonical) => showWhole(canonical, locale),
    ...(unit === undefined ? {} : { suffix: String(unit) }),
  }),
  /** An amount without cents. */
  amount: ({ locale, length, currency }) => ({
    clean: (typed) => cleanWhole(typed, Number(length ?? 15)),
    show: (canonical) => showWhole(canonical, locale),
    prefix: currencySymbol(currency),
  }),
  /** A day as it is written, `21/11/2026`, or with its `month` in words, and then perhaps its `weekday` too. */
  date: ({ month, weekday }) =>
    month === "words"
      ? { clean: cleanLongDate, show: weekday === "words" ? showFullDate : showLongDate }
      : { clean: cleanDate, show: showDate },
  time: () => ({ clean: cleanTime, show: asItIs }),
  /** Without white space, and with `capitals` in capital letters. */
  withoutSpaces: ({ capitals }) => ({
    clean(typed) {
      const together = typed.replace(/\s/g, "");
      return capitals ? together.toUpperCase() : together;
    },
    show: asItIs,
  }),
};

/**
 * The format that a field names.
 * @throws {Error} when there is none of that name.
 */
export function formatOf(format: Format): TextFormat {
  if (!Object.hasOwn(formats, format.operation)) {
    throw new Error(`unknown format "${format.operation}"`);
  }
  return formats[format.operation]!(format.with);
}
