import { expect, test } from "vitest";
import { coerced } from "../../server/services/read-answer.ts";

const row = {
  type: "object",
  required: ["price"],
  properties: {
    price: { type: "number" },
    year: { type: "integer" },
    code: { type: "string" },
    sent: { type: "boolean" },
    any: {},
  },
};

test.each<[string, unknown, unknown]>([
  ["a number as text", { price: "5100000", year: "2020" }, { price: 5_100_000, year: 2020 }],
  ["a sign and decimals", { price: "-12.5" }, { price: -12.5 }],
  ["what the schema will refuse stays", { price: "5.100.000" }, { price: "5.100.000" }],
  ["no number at all", { price: "" }, { price: "" }],
  ["other writings of numbers", { price: "0x10", year: "1e3" }, { price: "0x10", year: "1e3" }],
  ["more digits than a number holds", { price: "12345678901234567890" }, { price: "12345678901234567890" }],
  ["yes is no number", { price: true }, { price: true }],
  ["a fraction stays one", { price: 1, year: "12.5" }, { price: 1, year: 12.5 }],
  ["a code as number", { price: 1, code: 12 }, { price: 1, code: "12" }],
  ["true and false", { price: 1, sent: "false" }, { price: 1, sent: false }],
  ["other words for it stay", { price: 1, sent: "1" }, { price: 1, sent: "1" }],
  ["nothing, of what need not be there", { price: 1, year: null, any: null }, { price: 1, any: null }],
  ["nothing, of what is needed, stays", { price: null }, { price: null }],
  ["keys that are not declared stay", { price: 1, more: "1" }, { price: 1, more: "1" }],
  ["another shape stays", ["1"], ["1"]],
])("%s", (_name, given, expected) => {
  expect(coerced(row, given)).toEqual(expected);
});

test("in lists and objects within", () => {
  const schema = { type: "object", properties: { rows: { type: "array", items: row } } };
  expect(coerced(schema, { rows: [{ price: "1" }, { price: 2 }] })).toEqual({
    rows: [{ price: 1 }, { price: 2 }],
  });
});
