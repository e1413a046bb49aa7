/** Saved lists as cookies have them: what is put in and out, and that nothing that stands in a cookie is an error. */
import { describe, expect, it, test } from "vitest";
import {
  mergedSaved,
  readSavedList,
  savedChange,
  savedListText,
  withoutSaved,
  withSaved,
  type SavedEntry,
} from "../../schemas/engine/all.ts";
import fc, { propertyRuns } from "../support/properties.ts";

const list = { max: 3, full: "refuse" } as const;
const numbered = { ...list, pattern: "^[0-9]+$" };
const ids = (entries: SavedEntry[] | undefined): string[] | undefined => entries?.map(({ id }) => id);
const kept = (...names: string[]): SavedEntry[] => names.map((id, at) => ({ id, at }));

test.each<[string, string | undefined, string[]]>([
  ["nothing", undefined, []],
  ["an empty one", "", []],
  ["one thing", "7.1", ["7"]],
  ["several, the last first", "9.2~7.1", ["9", "7"]],
  ["one twice", "7.2~7.1", ["7"]],
  ["more than it holds", "1.1~2.1~3.1~4.1", ["1", "2", "3"]],
  ["what is none of ours among them", "x~7.1~../etc.1~<b>.1~9.z", ["7", "9"]],
  ["ids of another form", "abc.1~7.1", ["7"]],
  ["text of others", "%7B%22a%22%3A1%7D; drop table", []],
  ["an id without its time", "7~9.1", ["9"]],
  ["a very long one", `${"a".repeat(8_000)}~7.1`, []],
])("a cookie with %s", (_, text, expected) => {
  expect(ids(readSavedList(text, numbered))).toEqual(expected);
});

describe("what is put in", () => {
  it("stands first, once, with its time of now", () => {
    expect(withSaved(kept("a", "b"), "b", 9, list)).toEqual([
      { id: "b", at: 9 },
      { id: "a", at: 0 },
    ]);
  });

  it("finds no room in a list that refuses, and takes that of the oldest in another", () => {
    expect(withSaved(kept("a", "b", "c"), "d", 9, list)).toBeUndefined();
    expect(ids(withSaved(kept("a", "b", "c"), "c", 9, list))).toEqual(["c", "a", "b"]);
    expect(ids(withSaved(kept("a", "b", "c"), "d", 9, { ...list, full: "dropOldest" }))).toEqual([
      "d",
      "a",
      "b",
    ]);
  });

  it("changes nothing where a cookie or the list cannot have its id", () => {
    for (const id of ["", "a b", "a;b", "a.b", "ñ", "x".repeat(37)]) {
      expect(ids(withSaved(kept("a"), id, 9, list))).toEqual(["a"]);
    }
    expect(ids(withSaved(kept("1"), "abc", 9, numbered))).toEqual(["1"]);
  });
});

describe("what has changed elsewhere", () => {
  const there = [
    { id: "c", at: 3 },
    { id: "a", at: 1 },
  ];
  test.each<[string, SavedEntry[], string[], "refuse" | "dropOldest", string[]]>([
    ["nothing", [], [], "refuse", ["c", "a"]],
    ["one that came between", [{ id: "b", at: 2 }], [], "refuse", ["c", "b", "a"]],
    ["one that is there, later", [{ id: "a", at: 9 }], [], "refuse", ["a", "c"]],
    ["one that is there, earlier", [{ id: "c", at: 0 }], [], "refuse", ["c", "a"]],
    ["one that left", [], ["c", "x"], "refuse", ["a"]],
    ["one that took the place of another", [{ id: "b", at: 4 }], ["c"], "refuse", ["b", "a"]],
    [
      "more than has room: what was there stays",
      [...kept("x", "y"), { id: "z", at: 9 }],
      [],
      "refuse",
      ["c", "a", "x"],
    ],
    [
      "more than has room: the oldest leave",
      [
        { id: "y", at: 8 },
        { id: "z", at: 9 },
      ],
      [],
      "dropOldest",
      ["z", "y", "c"],
    ],
    ["what is no id", [{ id: "a b", at: 9 }], [], "refuse", ["c", "a"]],
  ])("%s", (_, add, remove, full, expected) => {
    expect(ids(mergedSaved(there, { add, remove }, { ...list, full }))).toEqual(expected);
  });

  it("is found between two states, and makes one of the other", () => {
    const after = [{ id: "b", at: 5 }, there[1]!];
    const change = savedChange(there, after);
    expect(change).toEqual({ add: [{ id: "b", at: 5 }], remove: ["c"] });
    expect(mergedSaved(there, change, list)).toEqual(after);
  });
});

const anyId = fc.stringMatching(/^[A-Za-z0-9_-]{1,36}$/);
const anyTime = fc.integer({ min: 0, max: 36 ** 7 - 1 });
const anyList = fc.record({
  max: fc.integer({ min: 1, max: 100 }),
  full: fc.constantFrom("refuse" as const, "dropOldest" as const),
});
const anyChanges = fc.array(
  fc.record({ adds: fc.boolean(), id: fc.oneof(anyId, fc.string()), at: anyTime }),
  { maxLength: 150 },
);

test("whatever is put in and out, a list never holds too much or one thing twice, and reads as it was written", () => {
  fc.assert(
    fc.property(anyList, anyChanges, (rules, changes) => {
      let entries: SavedEntry[] = [];
      for (const { adds, id, at } of changes) {
        entries = adds ? (withSaved(entries, id, at, rules) ?? entries) : withoutSaved(entries, [id]);
        expect(entries.length).toBeLessThanOrEqual(rules.max);
        expect(new Set(ids(entries)).size).toBe(entries.length);
      }
      const text = savedListText(entries);
      expect(text).toMatch(/^[A-Za-z0-9_.~-]*$/);
      expect(text.length).toBeLessThanOrEqual(3_600);
      const read = readSavedList(text, rules);
      expect(read).toEqual(entries.slice(0, read.length));
      // Forty short ids always have room.
      const areShort = entries.every(({ id }) => id.length <= 10);
      expect(entries.length > 40 || !areShort || read.length === entries.length).toBe(true);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("no text is an error, and none gives more than a list holds", () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc
      .array(fc.constantFrom("7.1", "~", ".", "a", "9.zz", " "), { maxLength: 80 })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(anyText, anyList, (text, rules) => {
      const read = readSavedList(text, rules);
      expect(read.length).toBeLessThanOrEqual(rules.max);
      for (const { id, at } of read) {
        expect(id).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
        expect(Number.isInteger(at)).toBe(true);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});
