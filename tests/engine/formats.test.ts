import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileSize, formatOf, type Format } from "../../schemas/engine/evaluate.ts";
import { phoneIsValid } from "../../schemas/engine/operations/phone.ts";
import { rutIsValid } from "../../schemas/engine/operations/rut.ts";
import { formats } from "../../schemas/engine/operations/formats.ts";
import { readFile } from "node:fs/promises";
import { phoneMetadataModule, target } from "../../tools/phone-metadata.ts";

const rut: Format = { operation: "rut", with: {} };
const chile: Format = { operation: "phone", with: { country: "CL" } };
const peru: Format = { operation: "phone", with: { country: "PE" } };
const dni: Format = { operation: "digits", with: { length: 8 } };
const plate: Format = { operation: "plate", with: {} };
const longDate: Format = { operation: "date", with: { month: "words" } };
const fullDate: Format = { operation: "date", with: { month: "words", weekday: "words" } };
const withoutSpaces: Format = { operation: "withoutSpaces", with: {} };

/** Each row: format, what is typed or pasted, what is stored, what is shown. */
const typed: [Format, string, string, string][] = [
  [rut, "12.345.678-5", "12345678-5", "12.345.678-5"],
  [rut, "123456785", "12345678-5", "12.345.678-5"],
  [rut, " 10000013k ", "10000013-K", "10.000.013-K"],
  [rut, "007.654.321-6", "7654321-6", "7.654.321-6"],
  [rut, "1k2", "1-2", "1-2"],
  [rut, "1", "1", "1"],
  [rut, "abc", "", ""],
  [chile, "+56 9 8765 4321", "987654321", "9 8765 4321"],
  [chile, "56987654321", "987654321", "9 8765 4321"],
  [chile, "0056 9 8765 4321", "987654321", "9 8765 4321"],
  [chile, "9 8765 4321", "987654321", "9 8765 4321"],
  [chile, "+56", "", ""],
  [chile, "56 221 2345", "562212345", "562212345"],
  [peru, "+51 987 654 321", "987654321", "987 654 321"],
  [peru, "51987654321", "987654321", "987 654 321"],
  [peru, "+51", "", ""],
  [dni, "12.345.678", "12345678", "12345678"],
  [dni, "123456789", "12345678", "12345678"],
  [plate, "bb cc-12", "BBCC12", "BBCC12"],
  [plate, "ABCD1234", "ABCD12", "ABCD12"],
  [withoutSpaces, " a@b.cl ", "a@b.cl", "a@b.cl"],
  [longDate, "21/11/2026", "2026-11-21", "21 de noviembre de 2026"],
  [longDate, " 1 de Setiembre de 2026", "2026-09-01", "1 de septiembre de 2026"],
  [longDate, "1 de ninguno", "1", "1"],
  [fullDate, "21/11/2026", "2026-11-21", "sábado 21 de noviembre de 2026"],
  [fullDate, "Sábado, 21 de noviembre de 2026", "2026-11-21", "sábado 21 de noviembre de 2026"],
  [fullDate, "21 de noviembre de 2026", "2026-11-21", "sábado 21 de noviembre de 2026"],
  [fullDate, "21/1", "21/1", "21/1"],
];

describe("formats", () => {
  it.each(typed)("%j of %j stores %j and shows %j", (format, text, stored, shown) => {
    const { clean, show } = formatOf(format);
    expect(clean(text)).toBe(stored);
    // What is too short to group may stay as it is: digits are what counts.
    expect(show(stored)).toBe(shown);
  });

  it("has a prefix for phones only", () => {
    expect([chile, peru, rut].map((format) => formatOf(format).prefix)).toEqual(["+56", "+51", undefined]);
  });

  it("knows no format of another name", () => {
    expect(() => formatOf({ operation: "toString", with: {} })).toThrow('unknown format "toString"');
  });

  it.each([longDate, fullDate])("dates in words clean to what they were: %j", (format) => {
    const { clean, show } = formatOf(format);
    const days = fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const stored = day.toISOString().slice(0, 10);
        expect(clean(show(stored))).toBe(stored);
      }),
    );
  });

  it.each(Object.keys(formats))(
    "%s: cleaning twice is cleaning once, and what is shown cleans to what is stored",
    (name) => {
      const format = formatOf({ operation: name, with: { country: "CL", length: 8 } });
      const signs = fc.string({ unit: fc.constantFrom(..."0123456789kKaB .-+"), maxLength: 20 });
      fc.assert(
        fc.property(signs, (text) => {
          const stored = format.clean(text);
          expect(format.clean(stored)).toBe(stored);
          expect(format.clean(format.show(stored))).toBe(stored);
        }),
        { numRuns: 500 },
      );
    },
  );
});

describe("a file's size", () => {
  it.each([
    [1, "1 KB"],
    [1500, "1 KB"],
    [1600, "2 KB"],
    [1_048_064, "1 MB"],
    [1_048_576, "1 MB"],
    [1_572_864, "1,5 MB"],
    [10_485_760, "10 MB"],
  ])("of %i bytes is read as %s", (bytes, read) => {
    expect(fileSize(bytes)).toBe(read);
  });
});

describe("rut.isValid", () => {
  it.each([
    ["11111111-1", true],
    ["12345678-5", true],
    ["76086428-5", true],
    ["10000013-K", true],
    ["7654321-6", true],
    ["12345678-9", false],
    ["11111111-K", false],
    ["0-0", false],
    ["99999-0", false],
    ["12.345.678-5", false],
    ["", false],
    [null, false],
    [123456785, false],
  ])("%j is %j", (value, valid) => {
    expect(rutIsValid(value)).toBe(valid);
  });

  it("accepts exactly one check digit for each number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 99_999_999 }), (body) => {
        const accepted = [..."0123456789K"].filter((digit) => rutIsValid(`${body}-${digit}`));
        expect(accepted).toHaveLength(1);
      }),
    );
  });
});

describe("phone.isValid", () => {
  it.each([
    ["987654321", "CL", true],
    ["221234567", "CL", true],
    ["98765432", "CL", false],
    ["9876543210", "CL", false],
    ["987654321", "PE", true],
    ["14567890", "PE", true],
    ["87654321", "XX", false],
    ["9 8765 4321", "CL", false],
    ["", "CL", false],
    [null, "CL", false],
  ])("%j in %s is %j", (value, country, valid) => {
    expect(phoneIsValid(value, country)).toBe(valid);
  });

  it("stands on numbering plans that are generated", async () => {
    expect(await readFile(target, "utf8")).toBe(await phoneMetadataModule());
  });
});
