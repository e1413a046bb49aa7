import { describe, expect, test } from "vitest";
import { formatOf } from "../../schemas/engine/evaluate.ts";
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
