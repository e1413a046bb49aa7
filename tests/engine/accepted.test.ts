/** What the checker reads of a file with mistakes is of the types that the grammar says: the rest is left out. */
import { expect, test } from "vitest";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import { withoutRefused } from "../../schemas/engine/2-check/grammar/accepted.ts";
import { acceptedFiles, grammarOf } from "../../schemas/engine/2-check/grammar/files.ts";
import { validatorOf } from "../../schemas/engine/2-check/grammar/shape.ts";
import { placeOf } from "../../schemas/engine/2-check/project/file-kinds.ts";
import { newReport } from "../../schemas/engine/2-check/report/report.ts";
import type { Sources } from "../../schemas/engine/types/index.ts";
import { baseSources } from "./broken-cases.ts";

const base = baseSources();
const files = Object.keys(base).filter((path) => placeOf(path) !== undefined && path.endsWith(".json"));

test("what is of another type is empty, so that names stay known and elements keep their index", () => {
  const value = { a: 5, b: [1, "x", 2], c: { d: true }, e: "y" };
  const refused = [
    { at: ["a"], expected: ["object"] },
    { at: ["b", 0], expected: ["string"] },
    { at: ["c", "d"], expected: ["string", "number"] },
    { at: ["e"], expected: [] },
  ];
  expect(withoutRefused(value, refused)).toEqual({ a: {}, b: ["", "x", 2], c: {} });
  expect(value.a).toBe(5);
});

test("a value without mistakes is the value itself", () => {
  const value = { a: [1] };
  expect(withoutRefused(value, [])).toBe(value);
});

/** The same value with another in the place of one of its own, for each of its places in turn. */
function* withAnother(value: unknown, other: unknown): Iterable<unknown> {
  yield other;
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    for (const inner of withAnother((value as Record<string, unknown>)[key], other)) {
      const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
      (copy as Record<string, unknown>)[key] = inner;
      yield copy;
    }
  }
}

/** What a grammar still refuses for its type in a file as it is accepted. */
function leftIn(sources: Sources, path: string): string[] {
  const read = readSources(sources).files;
  const grammar = grammarOf(read);
  const validate = validatorOf(grammar, placeOf(path)!.kind)!;
  const accepted = acceptedFiles(newReport(), { [path]: read[path]! }, grammar);
  if (validate(accepted[path]!.value)) return [];
  const wrong = new Set(["type", "enum", "const"]);
  return validate.errors!.flatMap((error) =>
    wrong.has(error.keyword) && error.propertyName === undefined ? `${path}${error.instancePath}` : [],
  );
}

const grammars = Object.fromEntries(
  Object.entries(base).filter(([path]) => path.startsWith("schemas/language/")),
);

// A file of each kind: another value in each of its places.
const kinds = new Map(files.map((path) => [placeOf(path)!.kind, path]));

test.each([...kinds])("nothing of a wrong type is left in a %s, wherever it stood", (kind, path) => {
  const left: string[] = [];
  let count = 0;
  for (const other of [7, "x", true, [], {}, [{}], null]) {
    for (const value of withAnother(JSON.parse(base[path]!), other)) {
      count += 1;
      left.push(...leftIn({ ...grammars, [path]: JSON.stringify(value) }, path));
    }
  }
  expect(left).toEqual([]);
  expect(count).toBeGreaterThan(7);
  expect(kind).not.toBe("");
});
