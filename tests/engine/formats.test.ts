import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { describe, expect, it } from "vitest";
import {
  fileSize,
  formatOf,
  typedAnswer,
  type CompiledField,
  type Format,
} from "../../schemas/engine/evaluate.ts";
import { phoneIsValid, phonePrefix } from "../../schemas/engine/operations/phone.ts";
import { rutIsValid } from "../../schemas/engine/operations/countries/rut.ts";
import { formats } from "../../schemas/engine/operations/formats.ts";
import { formatUses } from "../../schemas/engine/operations/uses.ts";
import { readFile } from "node:fs/promises";
import fc, { propertyRuns } from "../support/properties.ts";
import { phoneMetadataModule, target } from "../../tools/phone-metadata.ts";

const rut: Format = { operation: "rut", with: {} };
const chile: Format = { operation: "phone", with: { country: "CL" } };
const peru: Format = { operation: "phone", with: { country: "PE" } };
const dni: Format = { operation: "digits", with: { length: 8 } };
const plate: Format = { operation: "plate", with: {} };
const longDate: Format = { operation: "date", with: { month: "words" } };
const fullDate: Format = { operation: "date", with: { month: "words", weekday: "words" } };
const withoutSpaces: Format = { operation: "withoutSpaces", with: {} };

const code: Format = { operation: "code", with: { length: 12 } };
const date: Format = { operation: "date", with: {} };
const time: Format = { operation: "time", with: {} };
const year: Format = { operation: "digits", with: { length: 4 } };
const clp: Format = { operation: "amount", with: { locale: "es-CL", currency: "CLP", length: 12 } };
const pen: Format = { operation: "amount", with: { locale: "es-PE", currency: "PEN", length: 8 } };
const cents: Format = { operation: "amount", with: { locale: "es-PE", currency: "PEN", decimals: 2 } };
const uf: Format = { operation: "whole", with: { locale: "es-CL", unit: "UF", decimals: 2 } };
const km: Format = { operation: "whole", with: { locale: "es-CL", length: 7, unit: "km" } };

/** Each row: format, what is typed or pasted, what is stored, what is shown. */
const typed: [Format, string, string, string][] = [
  [rut, "12.345.678-5", "12345678-5", "12.345.678-5"],
  [rut, "123456785", "12345678-5", "12.345.678-5"],
  [rut, " 10000013k ", "10000013-K", "10.000.013-K"],
  [rut, "007.654.321-6", "7654321-6", "7.654.321-6"],
  [rut, "12.345.678–5", "12345678-5", "12.345.678-5"],
  [rut, "1", "1", "1"],
  [chile, "+56 9 8765 4321", "987654321", "9 8765 4321"],
  [chile, "56987654321", "987654321", "9 8765 4321"],
  [chile, "0056 9 8765 4321", "987654321", "9 8765 4321"],
  [chile, "(+56) 9-8765-4321", "987654321", "9 8765 4321"],
  [chile, "9 8765 4321", "987654321", "9 8765 4321"],
  [chile, "+56", "", ""],
  [chile, "56 221 2345", "562212345", "56 221 2345"],
  [peru, "+51 987 654 321", "987654321", "987 654 321"],
  [peru, "51987654321", "987654321", "987 654 321"],
  [peru, "+51", "", ""],
  [dni, "12 345 678", "12345678", "12345678"],
  [plate, "bb cc-12", "BBCC12", "BBCC12"],
  [plate, "BB·CC·12", "BBCC12", "BBCC12"],
  [code, "ab-12 _c", "AB-12_C", "AB-12_C"],
  [withoutSpaces, " a@b.cl ", "a@b.cl", "a@b.cl"],
  [date, "1/2/2026", "2026-02-01", "01/02/2026"],
  [time, "9:30", "09:30", "09:30"],
  [longDate, "21/11/2026", "2026-11-21", "21 de noviembre de 2026"],
  [longDate, " 1 de Setiembre de 2026", "2026-09-01", "1 de septiembre de 2026"],
  [fullDate, "21/11/2026", "2026-11-21", "sábado 21 de noviembre de 2026"],
  [fullDate, "Sábado, 21 de noviembre de 2026", "2026-11-21", "sábado 21 de noviembre de 2026"],
  [fullDate, "21 de noviembre de 2026", "2026-11-21", "sábado 21 de noviembre de 2026"],
  [fullDate, "21/1", "21/1", "21/1"],
  [clp, "1.234.567", "1234567", "1.234.567"],
  [clp, "$ 1.234", "1234", "1.234"],
  [clp, "0150", "150", "150"],
  [clp, "-1.500", "-1500", "-1.500"],
  [pen, "1,234", "1234", "1,234"],
  [pen, "S/ 1,234", "1234", "1,234"],
  [pen, "S/. 1,234", "1234", "1,234"],
  [km, "45.000 km", "45000", "45.000"],
  [cents, "150.50", "150.50", "150.50"],
  [cents, "1,150.5", "1150.5", "1,150.5"],
  [cents, "150.", "150.", "150."],
  [uf, "1.234,56", "1234.56", "1.234,56"],
  [uf, "1234.5", "1234.5", "1.234,5"],
];

/** What the format cannot read: it stays as it is, so that it is refused, and never becomes something that is right. */
const kept: [Format, string][] = [
  [rut, "76086428-51"],
  [rut, "1k2"],
  [rut, "abc"],
  [rut, "12-345.678-5"],
  [chile, "9 8765 432x"],
  [chile, "9 8765 4321 anexo 2"],
  [dni, "1081254a3"],
  [dni, "1081-2543"],
  [year, "20/24"],
  [plate, "ABCD1Ñ"],
  [code, "AB.12"],
  [date, "21/11/19855"],
  [date, "21 nov 2026"],
  [time, "14:30:00"],
  [longDate, "1 de ninguno"],
  [longDate, "21 de noviembre de 202"],
  [clp, "150.50"],
  [clp, "150,50"],
  [clp, "1,234"],
  [clp, "1.23.456"],
  [clp, "1.2345"],
  [clp, "150,00"],
  [clp, "12a"],
  [clp, "1e3"],
  [pen, "150.50"],
  [pen, "150,50"],
  [pen, "1.234"],
  [pen, "1,23,456"],
  [pen, "1,234.00"],
  [cents, "150.505"],
  [cents, "150,50"],
  [uf, "1.234,567"],
];

/** More than there can be is kept too: what is asked of the answer refuses it. */
const tooLong: [Format, string, string][] = [
  [dni, "10812543325", "10812543325"],
  [{ operation: "digits", with: { length: 11 } }, "205123337971", "205123337971"],
  [rut, "7608642851", "760864285-1"],
  [plate, "ABCD1234", "ABCD1234"],
  [chile, "98765432109", "98765432109"],
  [code, "ABCDEFGHIJKLM", "ABCDEFGHIJKLM"],
  [pen, "123456789", "123456789"],
  [year, "20245", "20245"],
];

describe("formats", () => {
  it.each(typed)("%j of %j stores %j and shows %j", (format, text, stored, shown) => {
    const { clean, show } = formatOf(format);
    expect(clean(text)).toBe(stored);
    expect(show(stored)).toBe(shown);
  });

  it.each(kept)("%j keeps %j as it is", (format, text) => {
    const { clean, show, fits } = formatOf(format);
    expect([clean(text), show(text), fits(text)]).toEqual([text, text, false]);
  });

  it.each(tooLong)("%j cuts nothing of %j", (format, text, stored) => {
    expect(formatOf(format).clean(text)).toBe(stored);
  });

  it("loses no letter or digit of what it cannot read, and no digit of what it can", () => {
    const signs = fc.string({ unit: fc.constantFrom(..."0123456789kKaB .,-+/:"), maxLength: 20 });
    const counted = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, "");
    const all = [rut, dni, plate, code, year, clp, pen, cents, uf, withoutSpaces];
    fc.assert(
      fc.property(signs, fc.constantFrom(...all), (text, format) => {
        const lead = /^[^0-9A-Z]*0+/i;
        const stored = counted(formatOf(format).clean(text)).replace(lead, "");
        expect(stored).toBe(counted(text).replace(lead, ""));
      }),
      { numRuns: 2000 },
    );
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
      const signs = fc.string({ unit: fc.constantFrom(..."0123456789kKaB .,-+/"), maxLength: 20 });
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

describe("the groups of a phone", () => {
  it.each([
    ["CL", "912345678", "9 1234 5678"],
    ["CL", "901234567", "9 0123 4567"],
    ["CL", "987654321", "9 8765 4321"],
    ["CL", "221234567", "2 2123 4567"],
    ["CL", "322123456", "32 212 3456"],
    ["CL", "452123456", "45 212 3456"],
    ["CL", "632123456", "63 212 3456"],
    ["CL", "752123456", "75 212 3456"],
    ["CL", "800123456", "800 123 456"],
    ["CL", "600123456", "600 123 456"],
    ["PE", "912345678", "912 345 678"],
    ["PE", "987654321", "987 654 321"],
    ["PE", "14567890", "1 456 7890"],
    ["PE", "44123456", "44 123 456"],
    ["PE", "84123456", "84 123 456"],
    ["PE", "80112345", "801 12345"],
    ["CL", "91", "9 1"],
    ["CL", "9123456789", "9123456789"],
  ])("in %s, %s is %s", (country, stored, shown) => {
    expect(formatOf({ operation: "phone", with: { country } }).show(stored)).toBe(shown);
  });

  it.each([
    ["CL", 9],
    ["PE", 9],
    ["PE", 8],
  ])("every number of %s with %i digits is grouped", (country, length) => {
    const { show } = formatOf({ operation: "phone", with: { country } });
    const digits = fc.string({
      unit: fc.constantFrom(..."0123456789"),
      minLength: length,
      maxLength: length,
    });
    fc.assert(
      fc.property(digits, (stored) => {
        fc.pre(phoneIsValid(stored, country));
        expect(show(stored)).toMatch(/^\d{1,3}( \d{3,5}){1,2}$/);
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

  it("says of any digits what the library says", () => {
    const country = fc.constantFrom(...(["CL", "PE"] as const));
    const beginning = fc.constantFrom("", "0", "00", "9", "51", "56", "2", "60", "800", "12300");
    const digits = fc.stringMatching(/^[0-9]{0,13}$/);
    fc.assert(
      fc.property(country, beginning, digits, (of, start, rest) => {
        const stored = start + rest;
        const parsed = parsePhoneNumberFromString(phonePrefix(of) + stored);
        expect(phoneIsValid(stored, of)).toBe(parsed?.country === of && parsed.isValid());
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it("stands on numbering plans that are generated", async () => {
    expect(await readFile(target, "utf8")).toBe(await phoneMetadataModule());
  });
});

describe("numbers, as the table of docs/operations.md has them", async () => {
  const page = await readFile("docs/operations.md", "utf8");
  const rows = [...page.matchAll(/^\| ([^|`]*) \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].flatMap(
    ([, texts = "", ...cells]) => {
      const results = cells.map((cell) => cell.trim());
      if (!results.every((cell) => /^(\d[\d.]*|refused)$/.test(cell))) return [];
      return texts.split(", ").map((text) => [text.trim(), results] as const);
    },
  );
  const columns: [string, number?][] = [["es-CL"], ["es-PE"], ["es-CL", 2], ["es-PE", 2]];

  it("has rows", () => {
    expect(rows.length).toBeGreaterThan(8);
  });

  it.each(rows)("%s", (text, expected) => {
    const found = columns.map(([locale, decimals]) => {
      const format = formatOf({ operation: "whole", with: { locale, ...(decimals ? { decimals } : {}) } });
      const answer = typedAnswer({ type: "number" } as CompiledField, format, text);
      return typeof answer === "number" ? String(answer) : "refused";
    });
    expect(found).toEqual(expected);
  });
});

describe("what formats are for", () => {
  it("is said of each of them, with all its parameters", () => {
    expect(Object.keys(formatUses)).toEqual(Object.keys(formats));
    for (const [name, make] of Object.entries(formats)) {
      const read = new Set<string>();
      const given = { month: "words", locale: "es-CL" };
      make(
        new Proxy<Record<string, unknown>>(given, {
          get: (all, key) => (read.add(String(key)), all[key as never]),
        }),
      );
      expect({ name, read: [...read].filter((key) => !formatUses[name]!.parameters.includes(key)) }).toEqual({
        name,
        read: [],
      });
    }
  });
});
