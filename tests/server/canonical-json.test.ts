/** The text of which the hashes of evidence are made: for equal values it is what it always was. */
import { expect, test } from "vitest";
import { canonicalJson } from "../../server/canonical-json.ts";

const cases: [string, unknown, string][] = [
  ["keys in the order of their signs", { b: 1, a: { é: 1, Z: 2, a: 3 } }, '{"a":{"Z":2,"a":3,"é":1},"b":1}'],
  ["keys that are numbers before others, by their value", { b: 1, "10": 2, "9": 3 }, '{"9":3,"10":2,"b":1}'],
  [
    "a key that is no prototype",
    JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}'),
    '{"__proto__":{"a":2,"b":1},"z":1}',
  ],
  ["objects within lists, which keep their order", [{ b: 1, a: 2 }, "b", "a"], '[{"a":2,"b":1},"b","a"]'],
  ["what is undefined is left out, and null within lists", { a: undefined, b: [undefined] }, '{"b":[null]}'],
  ["a date as JSON has it", { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ["texts and numbers as JSON has them", ["ñ\n", -0, 1e21, Number.NaN], '["ñ\\n",0,1e+21,null]'],
];

test.each(cases)("%s", (_name, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
