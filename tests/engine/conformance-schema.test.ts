import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { compileValidators, validatorModule, type Validators } from "../../schemas/engine/all.ts";
import { root } from "../support/definitions.ts";
import { leafFlow } from "./leaf-flow.ts";
import fc, { propertyRuns } from "../support/properties.ts";

type Schema = Record<string, unknown>;
interface Row {
  schema: Schema;
  accepted: unknown[];
  refused: unknown[];
}

const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
const table = json("fixtures/conformance/json-schema.json") as Record<string, Row[]>;

/** The browser gets these as a module; no part of Ajv is there. */
const browserValidators = async (schemas: Schema[]): Promise<Validators> =>
  (await import(
    `data:text/javascript,${encodeURIComponent(validatorModule(leafFlow(...schemas)))}`
  )) as Validators;

const plainAjv = (): Ajv => {
  const ajv = new Ajv();
  addFormats.default(ajv);
  return ajv;
};

/** What plain Ajv, the server and the browser say of values: accepted, or the first keyword that refuses. */
async function verdicts(schemas: Schema[]): Promise<((index: number, value: unknown) => unknown[])[]> {
  const [server, browser] = [compileValidators(leafFlow(...schemas)), await browserValidators(schemas)];
  const ajv = plainAjv();
  const plain = schemas.map((schema) => ajv.compile(schema));
  const say =
    (of: (index: number) => Validators[string]) =>
    (index: number, value: unknown): unknown[] => {
      const leaf = of(index);
      return leaf(value) ? ["accepted"] : [leaf.errors?.[0]?.keyword, leaf.errors?.[0]?.params];
    };
  return [
    say((index) => plain[index]! as Validators[string]),
    say((index) => server[`leaf${index}`]!),
    say((index) => browser[`leaf${index}`]!),
  ];
}

/** What of a row plain Ajv, the server or the browser says otherwise. */
async function disagreements({ schema, accepted, refused }: Row): Promise<unknown[]> {
  const all = await verdicts([schema]);
  return all.flatMap((verdict, who) => [
    ...accepted
      .filter((value) => verdict(0, value)[0] !== "accepted")
      .map((value) => [who, "refuses", value]),
    ...refused.filter((value) => verdict(0, value)[0] === "accepted").map((value) => [who, "accepts", value]),
  ]);
}

describe.each(Object.entries(table))("JSON Schema: %s", (_, rows) => {
  it.each(rows)("$schema", async (row) => {
    expect(await disagreements(row)).toEqual([]);
  });
});

describe("the cases of JSON Schema", () => {
  it("are about every keyword that the grammar of a value's schema has", () => {
    const { definitions } = json("schemas/language/definitions.schema.json") as {
      definitions: { leafSchema: { properties: Record<string, { enum?: string[] }> } };
    };
    const { properties } = definitions.leafSchema;
    const without = Object.keys(properties).filter((keyword) => !table[keyword]?.length);
    expect(without).toEqual([]);
    const formats = new Set(table["format"]!.map(({ schema }) => schema["format"]));
    expect(properties["format"]?.enum?.filter((format) => !formats.has(format))).toEqual([]);
    for (const [keyword, rows] of Object.entries(table)) {
      for (const { schema } of rows) expect(Object.keys(schema)).toContain(keyword);
    }
  });

  it("accept and refuse", () => {
    for (const { schema, accepted, refused } of Object.values(table).flat()) {
      expect([schema, accepted.length > 0, refused.length > 0]).toEqual([schema, true, true]);
    }
  });
});

describe("on generated schemas and values", () => {
  const patterns = [
    "^[0-9]{8}$",
    "^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ´ ]+$",
    "\\.[A-Za-z]{2,}$",
    "^\\p{L}+$",
    "^.{2,3}$",
    "^[^<>\"'`\\\\/]*$",
    "^\\u{1F600}?a$",
  ];
  const textSchema = fc
    .record(
      {
        minLength: fc.nat({ max: 4 }),
        maxLength: fc.integer({ min: 1, max: 6 }),
        pattern: fc.constantFrom(...patterns),
        format: fc.constant("email"),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((keywords) => ({ type: "string", ...keywords }));
  const numberSchema = fc
    .record(
      {
        minimum: fc.integer({ min: -3, max: 3 }),
        maximum: fc.integer({ min: -3, max: 3 }),
        multipleOf: fc.constantFrom(1, 2, 0.5),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((keywords) => ({ type: "number", ...keywords }));
  const schema = fc.oneof(
    { weight: 6, arbitrary: textSchema },
    numberSchema,
    fc.constant({ type: "boolean" }),
  );
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.string({ unit: fc.constantFrom("a", "1", "😀", "é", "\u0301", "\n", "\uD83D", " "), maxLength: 8 }),
    fc.constantFrom("12345678", "a@b.cl", "ab.cl", "<", "😀a", ""),
    fc.emailAddress(),
    fc.double({ min: -4, max: 4 }),
    fc.integer({ min: -4, max: 4 }),
    fc.jsonValue({ maxDepth: 1 }),
  );

  it("plain Ajv, the server and the browser say the same, and for the same reason", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(schema, { minLength: 5, maxLength: 12 }),
        fc.array(value, { minLength: 40, maxLength: 60, size: "max" }),
        async (schemas, values) => {
          const [plain, ...ours] = await verdicts(schemas);
          for (const [index] of schemas.entries()) {
            for (const one of values) {
              const expected = plain!(index, one);
              for (const verdict of ours) expect(verdict(index, one)).toEqual(expected);
            }
          }
        },
      ),
      { numRuns: propertyRuns(10) },
    );
  });
});
