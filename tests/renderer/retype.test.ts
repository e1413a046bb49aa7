import { describe, expect, test } from "vitest";
import { formatOf } from "../../schemas/engine/evaluate.ts";
import { formats as known } from "../../schemas/engine/operations/formats.ts";
import { retype } from "../../renderer/widgets/retype.ts";
import fc from "../support/properties.ts";

const rut = formatOf({ operation: "rut", with: {} });
const phone = formatOf({ operation: "phone", with: { country: "PE" } });
const plate = formatOf({ operation: "plate", with: {} });
const digits = formatOf({ operation: "digits", with: { length: 8 } });
const code = formatOf({ operation: "code", with: { length: 12 } });
const date = formatOf({ operation: "date", with: {} });
const chile = formatOf({ operation: "amount", with: { locale: "es-CL", currency: "CLP", length: 12 } });
const peru = formatOf({ operation: "amount", with: { locale: "es-PE", currency: "PEN", length: 8 } });
const cents = formatOf({ operation: "amount", with: { locale: "es-CL", currency: "CLP", decimals: 2 } });
const formats = { rut, phone, plate, digits, code, date, chile, peru, cents };

/**
 * What the input shows, with `|` for the caret or `[…]` for what is selected, what is put there, and what stands there then.
 * `⌫` takes away what stands before, `⌦` what follows.
 */
type Row = [format: keyof typeof formats, shown: string, put: string, then: string];

/** One key after another. */
const keys: Row[] = [
  ["rut", "|", "1", "1|"],
  ["rut", "|", "12345678", "1.234.567-8|"],
  ["rut", "1.234.567-8|", "5", "12.345.678-5|"],
  ["rut", "|", "12.345.678-5", "12.345.678-5|"],
  ["rut", "|", " 12345678-k", "12.345.678-K|"],
  ["rut", "12.345.678-5|", "1", "12.345.678-5|"],
  ["rut", "12|.345.678-5", "9", "12|.345.678-5"],
  ["rut", "12|.345.678-5", "x", "12|.345.678-5"],
  ["rut", "12|.345.678-5", "⌫", "1|.345.678-5"],
  ["rut", "12|.345.678-5", "⌦", "12.|345.678-5"],
  ["rut", "1[2.345].678-5", "0", "10|.678-5"],
  ["phone", "|", "987654321", "987 654 321|"],
  ["phone", "|", "51987654321", "987 654 321|"],
  ["phone", "|987 654 321", "a", "|987 654 321"],
  ["phone", "987| 654 321", "⌫", "98|6 543 21"],
  ["plate", "|", "ab", "AB|"],
  ["plate", "|", "ab-cd 12", "ABCD12|"],
  ["plate", "AB|CD12", "x", "AB|CD12"],
  ["digits", "12|34", "a", "12|34"],
  ["digits", "12[34]", "3", "123|"],
  ["digits", "|", "1081254332", "10812543|"],
  ["code", "|", "a.b-1ñ", "AB-1|"],
  ["code", "|", "1234567890123", "123456789012|"],
  ["date", "|", "21/11/2026", "21/11/2026|"],
  ["date", "|", "211120267", "21/11/2026|"],
  ["date", "21/11/2026|", "⌫", "21/11/202|"],
  ["chile", "|", "1234567", "1.234.567|"],
  ["chile", "|", "1.234.567", "1.234.567|"],
  ["chile", "1.234|", "⌫", "123|"],
  ["chile", "1.2|34", "9", "12.9|34"],
  ["chile", "1.|234", "⌫", "1|.234"],
  ["chile", "|", "150.50", "150.50|"],
  ["chile", "|", "150,50", "150,50|"],
  ["chile", "1.150|", ",5", "1.150,5|"],
  ["chile", "150,5|", "⌫⌫", "150|"],
  ["peru", "|", "150.50", "150.50|"],
  ["peru", "|", "1,234", "1,234|"],
  ["peru", "1,234|", ".5", "1,234.5|"],
  ["peru", "1,234|", "x", "1,234|"],
  ["cents", "|", "1234,56", "1.234,56|"],
  ["cents", "1.234,5|", "⌫⌫", "1.234|"],
];

/** All at once. */
const pasted: Row[] = [
  ["rut", "|", "76086428-51", "76086428-51|"],
  ["rut", "|", "12.345.678-5", "12.345.678-5|"],
  ["digits", "|", "10812543325", "10812543325|"],
  ["digits", "12|34", "a b", "12a b|34"],
  ["plate", "|", "ABCD1234", "ABCD1234|"],
  ["code", "|", "AB.1234", "AB.1234|"],
  ["phone", "|", "+51 987654321", "987 654 321|"],
  ["phone", "|", "987654321 x2", "987654321 x2|"],
  ["date", "|", "21/11/19855", "21/11/19855|"],
  ["chile", "|", "150.50", "150.50|"],
  ["chile", "|", "$ 1.234.567", "1.234.567|"],
  ["chile", "1.234|", "567", "1.234.567|"],
  ["peru", "|", "1.234", "1.234|"],
  ["cents", "|", "1.234,56", "1.234,56|"],
];

interface Standing {
  value: string;
  shown: string;
  from: number;
  to: number;
}

function standing(name: keyof typeof formats, text: string): Standing {
  const shown = text.replace(/[|[\]]/g, "");
  const from = text.search(/[|[]/);
  const to = text.includes("[") ? text.indexOf("]") - 1 : from;
  const value = formats[name].clean(shown);
  expect(formats[name].show(value)).toBe(shown);
  return { value, shown, from, to };
}

function change(name: keyof typeof formats, { value, shown, from, to }: Standing, put: string, key: boolean) {
  const backwards = put === "⌫" && from === to ? 1 : 0;
  const forwards = put === "⌦" && from === to ? 1 : 0;
  const inserted = put === "⌫" || put === "⌦" ? "" : put;
  const typed = shown.slice(0, from - backwards) + inserted + shown.slice(to + forwards);
  const caret = from - backwards + inserted.length;
  const next = retype(formats[name], value, { typed, caret, key, forward: forwards > 0 });
  expect(formats[name].clean(next.shown)).toBe(next.value);
  return { ...next, from: next.caret, to: next.caret };
}

const drawn = ({ shown, from }: Standing): string => `${shown.slice(0, from)}|${shown.slice(from)}`;

describe("the caret while typing", () => {
  test.each(keys)("%s: %s, typed %s → %s", (name, shown, put, expected) => {
    const then = [...put].reduce(
      (now, one) => change(name, now, one, one !== "⌫" && one !== "⌦"),
      standing(name, shown),
    );
    expect(drawn(then)).toBe(expected);
  });

  test.each(pasted)("%s: %s, pasted %s → %s", (name, shown, put, expected) => {
    expect(drawn(change(name, standing(name, shown), put, false))).toBe(expected);
  });
});

interface Sample {
  with: Record<string, unknown>;
  from: string;
  whole: string;
  /** Where marks may stand, if not anywhere. */
  between?: number[];
}

/** Every format, with a text as people have it, and characters that it is typed from. */
const samples: Record<string, Sample> = {
  rut: { with: {}, from: "0123456789kK", whole: "12345678K" },
  phone: { with: { country: "CL" }, from: "0123456789", whole: "987654321" },
  digits: { with: { length: 11 }, from: "0123456789", whole: "20512333797" },
  plate: { with: {}, from: "ABCXYZabcxyz0123456789", whole: "ABCD12" },
  whole: { with: { locale: "es-CL", length: 7, unit: "km" }, from: "0123456789", whole: "123456" },
  amount: { with: { locale: "es-PE", currency: "PEN", length: 12 }, from: "0123456789", whole: "12345678" },
  date: { with: {}, from: "0123456789/", whole: "21112026", between: [2, 4] },
  code: { with: { length: 12 }, from: "ABCXYZabcxyz019_", whole: "AB_123456" },
  time: { with: {}, from: "0123456789:", whole: "0930" },
  withoutSpaces: { with: { capitals: true }, from: "abcXYZ019", whole: "AB123456" },
};
/** What comes along from a message or a document. */
const marks = [" ", ".", "-", "\u00a0"];
/** What may stand between the characters of a format, where that is not all of them. */
const between: Record<string, string[]> = {
  withoutSpaces: [" "],
  time: [" "],
  code: [" "],
  digits: [" ", "\u00a0"],
  whole: [" ", "\u00a0"],
  amount: [" ", "\u00a0"],
};

describe.each(Object.keys(known))("%s", (operation) => {
  const sample = samples[operation]!;
  const format = formatOf({ operation, with: sample.with });
  const typed = fc.string({ unit: fc.constantFrom(...sample.from, ...marks, ",", "x"), maxLength: 24 });
  const pasted = (text: string, caret = text.length) => retype(format, "", { typed: text, caret });

  test("whatever is typed, pasted and taken away, what is stored is read from what is shown, and the caret is in it", () => {
    const edit = fc.record({
      at: fc.nat(24),
      cut: fc.nat(2),
      put: typed,
      key: fc.boolean(),
      forward: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        let now = { value: "", shown: "", caret: 0 };
        for (const { at, cut, put, key, forward } of edits) {
          const from = Math.min(at, now.shown.length);
          const inserted = key ? put.slice(0, 1) : put;
          const text = now.shown.slice(0, from) + inserted + now.shown.slice(from + cut);
          now = retype(format, now.value, {
            typed: text,
            caret: from + inserted.length,
            key: key && inserted !== "",
            forward: forward && inserted === "",
          });
          expect(format.clean(now.shown)).toBe(now.value);
          expect(format.show(now.value)).toBe(now.shown);
          expect(now.caret).toBeGreaterThanOrEqual(0);
          expect(now.caret).toBeLessThanOrEqual(now.shown.length);
        }
      }),
    );
  });

  test("at the end the caret stays at the end", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { shown, caret } = pasted(text);
        expect(caret).toBe(shown.length);
      }),
    );
  });

  test("what stands there is not changed by looking at it, nor is the caret moved", () => {
    fc.assert(
      fc.property(typed, fc.nat(24), (text, at) => {
        const once = pasted(text, Math.min(at, text.length));
        expect(retype(format, once.value, { typed: once.shown, caret: once.caret })).toEqual(once);
      }),
    );
  });

  test("pasted with what may stand between it is the same", () => {
    const gap = fc.constantFrom(...(between[operation] ?? marks), "");
    const isBetween = (index: number): boolean => sample.between?.includes(index) ?? index > 0;
    const { value } = pasted(sample.whole);
    expect(value).not.toBe("");
    fc.assert(
      fc.property(fc.array(gap, { minLength: 12, maxLength: 12 }), (gaps) => {
        // A check digit may have a hyphen before it; no other hyphen stands in a RUT.
        const of = (index: number): string =>
          operation === "rut" && index < sample.whole.length - 1
            ? gaps[index]!.replace("-", "")
            : gaps[index]!;
        const text = [...sample.whole]
          .map((character, index) => (isBetween(index) ? of(index) : "") + character)
          .join("");
        expect(pasted(text).value).toBe(value);
      }),
    );
  });
});
