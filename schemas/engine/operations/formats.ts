import type { Format } from "../types/index.ts";
import { phonePrefix, readPhone, showPhone } from "./phone.ts";
import { readDate, readLongDate, readTime, showDate, showFullDate, showLongDate } from "./date.ts";
import { currencySymbol, readNumber, showNumber, withoutGroups } from "./numbers.ts";
import { bareRut, readRut, showRut } from "./rut.ts";

/** How one text is typed, stored and shown. */
export interface TextFormat {
  /**
   * The stored value of anything typed or pasted. Cleaning twice changes nothing more. What the format cannot read is kept
   * as it is, so that it is refused: it is never cut or thinned into something that is right.
   */
  clean(typed: string): string;
  /** What people read. `clean(show(x))` is `x` for every stored value. */
  show(stored: string): string;
  /** Whether a stored value was read, whole or on the way to it; else it is what somebody typed. */
  fits(stored: string): boolean;
  /** A part of what is shown without the signs that `show` put in, where `clean` would not read around them. */
  bare?(shown: string): string;
  /** What can be typed at all: a key that writes anything else does nothing. */
  keys?: RegExp;
  /** Letters and digits after which keys write no more. */
  length?: number;
  /** Shown before the text, and no part of it. */
  prefix?: string;
  /** Shown after the text, and no part of it. */
  suffix?: string;
}

interface Reading extends Omit<TextFormat, "clean" | "show" | "fits"> {
  /** The stored value of a text; undefined where it holds something that has no place in it. */
  read(typed: string): string | undefined;
  show?(stored: string): string;
}

function textFormat({ read, show = (stored) => stored, ...more }: Reading): TextFormat {
  const fits = (stored: string): boolean => read(stored) === stored;
  return {
    ...more,
    fits,
    clean: (typed) => read(typed) ?? typed.trim(),
    // What was not read must not look as if it had been.
    show: (stored) => (fits(stored) ? show(stored) : stored),
  };
}

type MakeFormat = (parameters: Record<string, unknown>) => Reading;

/** Leaves signs out, and takes the text only where what is left is of a form. */
const without =
  (left: RegExp, form: RegExp) =>
  (typed: string): string | undefined => {
    const text = typed.replace(left, "");
    return form.test(text) ? text : undefined;
  };

const isLength = (length: unknown): { length?: number } => (typeof length === "number" ? { length } : {});

/** A number with what stands around it, which may be written along. */
const numberFormat = (
  { locale, length = 15, decimals = 0 }: Record<string, unknown>,
  around: { prefix?: string; suffix?: string },
): Reading => ({
  read: (typed) => readNumber(withoutAffixes(typed, around), locale, Number(decimals)),
  show: (stored) => showNumber(stored, locale),
  bare: (shown) => withoutGroups(shown, locale),
  // Signs are kept, and refused in words where they have no place: without them it would be another number.
  keys: /[0-9.,\s-]/,
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
  rut: () => ({ read: readRut, show: showRut, bare: bareRut, keys: /[0-9kK.\s-]/, length: 9 }),
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
  /** Capital letters and digits. */
  plate: () => ({
    read: (typed) => without(/[\s.·•-]/g, /^[A-Z0-9]*$/)(typed.toUpperCase()),
    keys: /[A-Za-z0-9\s.-]/,
    length: 6,
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
