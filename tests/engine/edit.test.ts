import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { edit, printFile, type Edit } from "../../schemas/engine/edit.ts";
import fastCheck from "../support/properties.ts";

const one = (text: string, change: Edit): string => edit(text, [change]);

describe("editing", () => {
  it.each<[string, string, Edit, string]>([
    ["a value", '{ "a": 1, "b": 2 }', { at: ["a"], value: "x" }, '{ "a": "x", "b": 2 }'],
    ["a key at the end", '{\n  "a": 1\n}\n', { at: ["b"], value: [] }, '{\n  "a": 1,\n  "b": []\n}\n'],
    [
      "a key before another, in the file's own layout",
      '{\r\n\t"a": 1,\r\n\t"c": 3\r\n}\r\n',
      { at: ["b"], value: { d: 1 }, before: "c" },
      '{\r\n\t"a": 1,\r\n\t"b": { "d": 1 },\r\n\t"c": 3\r\n}\r\n',
    ],
    ["a key on a line", '[{ "a": 1 }]', { at: [0, "b"], value: 2 }, '[{ "a": 1, "b": 2 }]'],
    ["the first key", '{\n  "a": {}\n}', { at: ["a", "b"], value: 2 }, '{\n  "a": { "b": 2 }\n}'],
    ["the first key of all", "{}\n", { at: ["b"], value: 2 }, '{\n  "b": 2\n}\n'],
    [
      "objects on the way",
      '{\n  "a": 1\n}',
      { at: ["b", "c", "d"], value: 2 },
      '{\n  "a": 1,\n  "b": { "c": { "d": 2 } }\n}',
    ],
    ["an item at the end", '{ "a": ["x"] }', { at: ["a", 1], value: "y" }, '{ "a": ["x", "y"] }'],
    ["an item between", '["x", "z"]', { at: [1], value: "y", insert: true }, '["x", "y", "z"]'],
    ["no key", '{\n  "a": 1,\n  "b": 2\n}', { at: ["a"], value: undefined }, '{\n  "b": 2\n}'],
    ["no last key", '{\n  "a": 1,\n  "b": 2\n}', { at: ["b"], value: undefined }, '{\n  "a": 1\n}'],
    ["no only key", '{ "a": { "b": 2 } }', { at: ["a", "b"], value: undefined }, '{ "a": {} }'],
    ["a list that fits again", '[\n  "a",\n  "b"\n]\n', { at: [1], value: undefined }, '["a"]\n'],
  ])("puts in %s", (_, text, change, expected) => {
    expect(one(text, change)).toBe(expected);
  });

  it("spreads a line that grew too long", () => {
    const words = ["x".repeat(30), "y".repeat(30), "z".repeat(30)];
    const text = `{\n  "a": ${JSON.stringify(words).replaceAll(",", ", ")}\n}\n`;
    const made = one(text, { at: ["a", 3], value: "last" });
    expect(made).toBe(
      `{\n  "a": [\n${[...words, "last"].map((word) => `    "${word}"`).join(",\n")}\n  ]\n}\n`,
    );
  });

  it.each<[string, Edit, string]>([
    ["{", { at: ["a"], value: 1 }, "line 1"],
    ["{} // no", { at: ["a"], value: 1 }, "json-comment"],
    ['{ "a": 1, "a": 2 }', { at: ["a"], value: 1 }, "duplicate-key"],
    ['{ "a": 1 }', { at: ["a", "b"], value: 1 }, "a.b has no place in a value of type number"],
    ['{ "a": 1 }', { at: ["b", 0], value: 1 }, "no list"],
    ['{ "a": [] }', { at: ["a", 1], value: 1 }, "no place"],
    ['{ "a": 1 }', { at: ["b"], value: undefined }, "nothing at b"],
    ['{ "a": 1 }', { at: ["__proto__"], value: 1 }, "cannot be a key"],
    ['{ "a": 1 }', { at: [], value: undefined }, "whole text"],
  ])("refuses %s", (text, change, said) => {
    expect(() => one(text, change)).toThrow(said);
  });
});

const key = fastCheck.constantFrom("a", "b", "c", "kind", "á ñ", "$schema", 'with "quotes"', "x".repeat(40));
const value = fastCheck.letrec((tie) => ({
  node: fastCheck.oneof(
    { depthSize: "small" },
    fastCheck.string(),
    fastCheck.integer(),
    fastCheck.boolean(),
    fastCheck.constant(null),
    fastCheck.array(tie("node"), { maxLength: 4 }),
    fastCheck.dictionary(key, tie("node"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).node;
const object = fastCheck.dictionary(key, value, { maxKeys: 5, noNullPrototype: true });
const layout = fastCheck.constantFrom<(data: unknown) => string>(
  (data) => JSON.stringify(data),
  (data) => `${JSON.stringify(data, null, 4)}\n`,
  (data) => JSON.stringify(data, null, "\t").replaceAll("\n", "\r\n"),
  (data) => printFile(data),
);

/** All places in a value, containers and leaves. */
function placesOf(data: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (typeof data !== "object" || data === null) return [at];
  const entries = Array.isArray(data) ? [...data.entries()] : Object.entries(data);
  return [at, ...entries.flatMap(([name, inner]) => placesOf(inner, [...at, name]))];
}

/** The plain way to make the same change: a new value, with the keys in their order. */
function changedValue(data: unknown, at: (string | number)[], change: (list: unknown) => unknown): unknown {
  const [head, ...rest] = at;
  if (head === undefined) return change(data);
  if (Array.isArray(data)) {
    return data.map((inner, index) => (index === head ? changedValue(inner, rest, change) : inner));
  }
  return Object.fromEntries(
    Object.entries(data as object).map(([name, inner]) => [
      name,
      name === head ? changedValue(inner, rest, change) : inner,
    ]),
  );
}

type Made = { change: Edit; expected: unknown };

/** A change of a kind somewhere in the data, and what must come of it. */
function madeUp(data: unknown, pick: number, how: number, name: string, fresh: unknown): Made {
  const places = placesOf(data);
  const at = places[pick % places.length]!;
  const here = at.reduce<unknown>((inner, part) => (inner as Record<string | number, unknown>)[part], data);
  const last = at.at(-1);
  if (how === 0 && last !== undefined) {
    const without = (holder: unknown): unknown =>
      Array.isArray(holder)
        ? holder.filter((_, index) => index !== last)
        : Object.fromEntries(Object.entries(holder as object).filter(([part]) => part !== last));
    return {
      change: { at, value: undefined },
      expected: changedValue(data, at.slice(0, -1), without),
    };
  }
  if (how === 1 && Array.isArray(here)) {
    const index = pick % (here.length + 1);
    const change = { at: [...at, index], value: fresh, insert: true };
    return { change, expected: changedValue(data, at, () => here.toSpliced(index, 0, fresh)) };
  }
  if (how === 2 && typeof here === "object" && here !== null && !Array.isArray(here) && !(name in here)) {
    const entries = Object.entries(here);
    const index = pick % (entries.length + 1);
    const before = entries[index]?.[0];
    const change = { at: [...at, name], value: fresh, ...(before === undefined ? {} : { before }) };
    const grown = Object.fromEntries(entries.toSpliced(index, 0, [name, fresh]));
    return { change, expected: changedValue(data, at, () => grown) };
  }
  return { change: { at, value: fresh }, expected: changedValue(data, at, () => fresh) };
}

describe("an edit, whatever the file", () => {
  it("gives the change and nothing else, in place, and outside of what holds it not a character changes", () => {
    fastCheck.assert(
      fastCheck.property(
        object,
        layout,
        fastCheck.nat(99),
        fastCheck.nat(3),
        key,
        value,
        (data, written, pick, how, name, fresh) => {
          const { change, expected } = madeUp(data, pick, how, name, fresh);
          const text = written(data);
          const made = one(text, change);
          // As text, so that the order of keys counts.
          expect(JSON.stringify(JSON.parse(made))).toBe(JSON.stringify(expected));
          const holder = findNodeAtLocation(parseTree(text)!, change.at.slice(0, -1));
          if (change.at.length === 0 || !holder) return;
          const after = text.length - holder.offset - holder.length;
          expect(made.slice(0, holder.offset)).toBe(text.slice(0, holder.offset));
          expect(made.slice(made.length - after)).toBe(text.slice(text.length - after));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
