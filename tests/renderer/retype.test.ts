import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatOf } from "../../schemas/engine/evaluate.ts";
import { formats as known } from "../../schemas/engine/operations/formats.ts";
import { retype } from "../../renderer/widgets/retype.ts";

const rut = formatOf({ operation: "rut", with: {} });
const phone = formatOf({ operation: "phone", with: { country: "PE" } });
const plate = formatOf({ operation: "plate", with: {} });
const digits = formatOf({ operation: "digits", with: { length: 8 } });
const formats = { rut, phone, plate, digits };

/** `|` is the caret: what the input holds right after a key, and what it has to hold then. */
const table: [format: keyof typeof formats, typed: string, shown: string][] = [
  ["rut", "1|", "1|"],
  ["rut", "12345678|", "1.234.567-8|"],
  ["rut", "1.234.567-85|", "12.345.678-5|"],
  ["rut", "12.345.678-5|", "12.345.678-5|"],
  ["rut", "12.9|345.678-5", "12.9|34.567-8"],
  ["rut", "1|.345.678-5", "1|.345.678-5"],
  ["rut", "|2.345.678-5", "|2.345.678-5"],
  ["rut", "12x|.345.678-5", "12|.345.678-5"],
  ["rut", " 12345678-k|", "12.345.678-K|"],
  ["phone", "987654321|", "987 654 321|"],
  ["phone", "987 6|54 321", "987 6|54 321"],
  ["phone", "98|654 321", "98|6 543 21"],
  ["phone", "+51 987654321|", "987 654 321|"],
  ["phone", "+51 98|7 654 321", "98|7 654 321"],
  ["phone", "a|987 654 321", "|987 654 321"],
  ["plate", "ab|", "AB|"],
  ["plate", "ab-cd 12|", "ABCD12|"],
  ["plate", "aB|CD12", "AB|CD12"],
  ["plate", "ABX|CD12", "ABX|CD1"],
  ["digits", "12a|34", "12|34"],
  ["digits", "12|3456789", "12|345678"],
  ["digits", "1234 5678|", "12345678|"],
];

const read = (text: string): [string, number] => [text.replace("|", ""), text.indexOf("|")];

describe("the caret while typing", () => {
  test.each(table)("%s: %s → %s", (name, typed, expected) => {
    const [text, caret] = read(typed);
    const result = retype(formats[name], text, caret);
    const shown = `${result.shown.slice(0, result.caret)}|${result.shown.slice(result.caret)}`;
    expect(shown).toBe(expected);
    expect(formats[name].clean(result.shown)).toBe(result.value);
  });

  test("a deletion of what follows goes past a separator", () => {
    // Delete at `12|.345` leaves `12|345`: nothing was lost, so the caret has to move.
    expect(retype(rut, "12345.678-5", 2, true)).toMatchObject({ shown: "12.345.678-5", caret: 3 });
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
  time: { with: {}, from: "0123456789:", whole: "0930" },
  withoutSpaces: { with: { capitals: true }, from: "abcXYZ019", whole: "AB123456" },
};
/** What comes along from a message or a document. */
const marks = [" ", ".", "-", "\u00a0"];
/** Formats of which a hyphen, or a dot, is a part. */
const spacesOnly = new Set(["withoutSpaces", "time"]);

describe.each(Object.keys(known))("%s", (operation) => {
  const sample = samples[operation]!;
  const format = formatOf({ operation, with: sample.with });
  const typed = fc.string({ unit: fc.constantFrom(...sample.from, ...marks), maxLength: 24 });

  test("what is stored is what is read from what is shown, and the caret is in it", () => {
    fc.assert(
      fc.property(typed, fc.nat(24), fc.boolean(), (text, at, forward) => {
        const { value, shown, caret } = retype(format, text, Math.min(at, text.length), forward);
        expect(format.clean(shown)).toBe(value);
        expect(caret).toBeGreaterThanOrEqual(0);
        expect(caret).toBeLessThanOrEqual(shown.length);
      }),
    );
  });

  test("at the end the caret stays at the end", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { shown, caret } = retype(format, text, text.length);
        expect(caret).toBe(shown.length);
      }),
    );
  });

  test("what stands there is not changed by looking at it, nor is the caret moved", () => {
    fc.assert(
      fc.property(typed, fc.nat(24), (text, at) => {
        const once = retype(format, text, Math.min(at, text.length));
        expect(retype(format, once.shown, once.caret)).toEqual(once);
      }),
    );
  });

  test("pasted with spaces, dots and hyphens it is the same", () => {
    const between = fc.constantFrom(...(spacesOnly.has(operation) ? [" ", ""] : [...marks, ""]));
    const isBetween = (index: number): boolean => sample.between?.includes(index) ?? true;
    const { value } = retype(format, sample.whole, sample.whole.length);
    expect(value).not.toBe("");
    fc.assert(
      fc.property(fc.array(between, { minLength: 12, maxLength: 12 }), (gaps) => {
        const text = [...sample.whole]
          .map((character, index) => (isBetween(index) ? gaps[index]! : "") + character)
          .join("");
        expect(retype(format, text, text.length).value).toBe(value);
      }),
    );
  });
});
