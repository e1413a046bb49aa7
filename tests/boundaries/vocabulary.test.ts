import { expect, test } from "vitest";
import { read, sources } from "./project.ts";
import { readSource, type Source } from "./source.ts";
import { refusedNames, refusedWords, sharedTypeNames, timesWithoutUnit } from "./vocabulary-rules.ts";

const refused = refusedWords(read("docs/glossary.md"));
const product = (found: Source[]): Source[] =>
  found.filter(({ path }) => /^(schemas|renderer|server|tools)\//.test(path));
/** Stands alone, so that a page of others needs no other file of ours: it says the types of the engine once more. */
const standsAlone = "renderer/embed/api.ts";

test("names of files and of what they declare are those of the glossary", () => {
  expect(refused.length).toBeGreaterThan(15);
  expect(refusedNames(product(sources()), refused)).toEqual([]);
});

test("a type's name means one thing", () => {
  const files = product(sources()).filter(({ path }) => path !== standsAlone && !path.startsWith("tools/"));
  expect(sharedTypeNames(files)).toEqual([]);
});

const file = (path: string, text: string): Source => readSource(path, text);

test.each([
  ["server/shelf.ts", ""],
  ["server/a.ts", "export const createShelf = () => 1;"],
  ["server/a.ts", "interface ShelfEntry { a: 1 }"],
  ["server/look-shelf-b.ts", ""],
  ["renderer/a.tsx", "const { a } = b; export type Shelf = 1;"],
])("%s is refused: %s", (path, text) => {
  expect(refusedNames([file(path, text)], ["shelf"])).toHaveLength(1);
});

test("a word within another, or within a function, is no matter", () => {
  const text = "export function bookshelf() { const shelf = 1; return shelf; }";
  expect(refusedNames([file("server/a.ts", text)], ["shelf"])).toEqual([]);
});

test("a word with a capital is refused in the name of a type alone", () => {
  const text = "export interface RunParts { a: 1 } export const openParts = 1;";
  expect(refusedNames([file("server/a.ts", text)], ["Parts"])).toEqual([
    'server/a.ts:1 RunParts says "Parts"',
  ]);
});

test("words come from the last column of the glossary's tables", () => {
  const glossary =
    "| term | what | not |\n| --- | --- | --- |\n| a | b | shelf, left out |\n| c | d | |\ntext\n";
  expect(refusedWords(glossary)).toEqual(["shelf", "left out"]);
});

test("a type that two files export is told, one that a file keeps to itself is not", () => {
  const one = file("server/a.ts", "export type Place = 1; type Kept = 2;");
  const other = file("server/b.ts", "export interface Place { a: 1 } type Kept = 3;");
  expect(sharedTypeNames([one, other])).toEqual(["Place is a type of server/a.ts and of server/b.ts"]);
});

test("how long a timer takes is named with its unit", () => {
  const code = product(sources()).filter(({ path }) => /^(renderer|server)\//.test(path));
  expect(code.flatMap(({ path }) => timesWithoutUnit(path, read(path)))).toEqual([]);
  const text =
    "const rest = 5 * 60_000;\nconst most = 3;\nsetTimeout(() => go(most), rest);\nawait wait(most2);";
  expect(timesWithoutUnit("server/a.ts", text)).toEqual(["server/a.ts rest"]);
  expect(timesWithoutUnit("server/a.ts", text.replaceAll("rest", "restMs"))).toEqual([]);
});
