import { describe, expect, it } from "vitest";
import { readSources } from "../../schemas/engine/1-read/read.ts";

const read = (text: string) => {
  const { files, diagnostics } = readSources({ "schemas/kinds/a.json": text });
  return { file: files["schemas/kinds/a.json"]!, diagnostics };
};

describe("reading with positions", () => {
  const text = '{\n  "a": { "b": [10, "veinte"] },\r\n\t"c": true\n}\n';

  it("gives the value of strict JSON", () => {
    const { file, diagnostics } = read(text);
    expect(diagnostics).toEqual([]);
    expect(file.value).toEqual({ a: { b: [10, "veinte"] }, c: true });
  });

  it.each([
    [["a", "b", 0], "value", 2, 16, "10"],
    [["a", "b", 1], "value", 2, 21, "veinte"],
    [["a", "b"], "key", 2, 11, "b"],
    [["a"], "value", 2, 4, "a"],
    [["c"], "value", 3, 7, "true"],
    [["c"], "key", 3, 3, "c"],
    [["a", "missing"], "value", 2, 4, "a"],
    [["a", "missing", "deeper"], "key", 2, 4, "a"],
    [[], "value", 1, 1, "{"],
  ] as const)("finds %j (%s)", (at, part, line, column, marked) => {
    const place = read(text).file.locate(at, part);
    expect([place.line, place.column]).toEqual([line, column]);
    expect(place.excerpt.slice(column - 1, column - 1 + place.length)).toBe(marked);
    expect(place.excerpt).not.toMatch(/[\r\n]/);
  });

  it("leaves out what is not JSON by its name", () => {
    expect(readSources({ "schemas/language/diagnostics.md": "#" }).files).toEqual({});
  });

  it("tells every comment and every trailing comma, and of the rest the first", () => {
    const { diagnostics, file } = read('{ // a\n "b": [1,], // c\n "d": {"e": 1,},\n}');
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["json-comment", 1],
      ["trailing-comma", 2],
      ["json-comment", 2],
      ["trailing-comma", 3],
      ["trailing-comma", 3],
    ]);
    expect(file.value).toBeUndefined();
  });

  it.each([
    "null x",
    "{} {}",
    "[1 2]",
    '{"a":}',
    "{",
    '{"a":1',
    "undefined",
    "'a'",
    "01",
    '"\u0001"',
    "\u0000",
    "\n,",
  ])("refuses %j with a place in the text", (broken) => {
    const { diagnostics } = read(broken);
    expect(diagnostics.length).toBeGreaterThan(0);
    const lines = broken.split("\n");
    for (const { line, column, length } of diagnostics) {
      expect(line).toBeLessThanOrEqual(lines.length);
      expect(column).toBeGreaterThan(0);
      expect(length).toBeGreaterThan(0);
    }
  });
});
