/** What stands in the place of the library with which rjsf compares. */
import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { createCustomEqual } from "../../renderer/bundler-stubs/equal.ts";
import fc from "../support/properties.ts";

// As rjsf makes its own: of functions it does not say which one.
const equal = createCustomEqual({
  createCustomConfig: () => ({ areFunctionsEqual: (_one, other) => typeof other === "function" }),
});

const circle = (name: string): object => {
  const one: Record<string, unknown> = { name };
  one["self"] = one;
  return one;
};

describe("what rjsf compares", () => {
  test.each<[what: string, one: unknown, other: unknown, is: boolean]>([
    ["the same text", "a", "a", true],
    ["a number and its text", 1, "1", false],
    ["not a number, twice", Number.NaN, Number.NaN, true],
    ["both zeros", 0, -0, true],
    ["nothing and null", undefined, null, false],
    ["null and an object", null, {}, false],
    ["a list and an object", [], {}, false],
    ["lists in another order", [1, 2], [2, 1], false],
    ["a longer list", [1], [1, undefined], false],
    ["a key that holds nothing, and none", { a: undefined }, {}, false],
    ["other keys", { a: undefined }, { b: undefined }, false],
    ["keys in another order", { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ["functions", { f: () => 1 }, { f: () => 2 }, true],
    ["a function and none", { f: () => 1 }, { f: undefined }, false],
    ["the same day", new Date(7), new Date(7), true],
    ["another day", new Date(7), new Date(8), false],
    ["files", new File(["a"], "a"), new File(["a"], "a"), false],
    ["maps", new Map(), new Map(), false],
    ["elements", createElement("p", { id: "a" }), createElement("p", { id: "a" }), true],
    ["elements with other words", createElement("p", null, "a"), createElement("p", null, "b"), false],
    ["things that hold themselves", circle("a"), circle("a"), true],
    ["others that do", circle("a"), circle("b"), false],
  ])("%s", (_what, one, other, is) => {
    expect(equal(one, other)).toBe(is);
    expect(equal(other, one)).toBe(is);
  });

  test("data is like its copy, and like no data that differs", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(equal(one, JSON.parse(JSON.stringify(one)))).toBe(true);
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(equal(one, other)).toBe(isSame);
      }),
    );
  });
});

/** With its keys in order, and an object still another thing than a list. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, own]) => [key, sorted(own)] as const);
  return { entries: entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}
