import { readdirSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, read, root } from "./project.ts";

const MOST_LINES = 30;
/** Of the project's own README, which is read first. */
const MOST_LINES_AT_ROOT = 100;
/** Pictures weigh in every clone, for ever: only those that the README shows are kept. */
const MOST_PICTURES = 12;
const belongs = "renderer schemas server brands fixtures tools tests docs".split(" ");
const atRoot = "package.json package-lock.json tsconfig.json vite.config.ts README.md".split(" ");
/** By commands; not in version control. */
const made = "node_modules dist var".split(" ");
const topLevel = new Set([...belongs, ...atRoot, ...made]);

/** Files for tools that must stand at the root begin with a dot. */
function strangers(entries: string[]): string[] {
  return entries.filter((name) => !topLevel.has(name) && !name.startsWith("."));
}

/** READMEs of folders that are longer than a person reads on the way to something else. */
function longReadmes(files: Record<string, string>): string[] {
  return Object.entries(files)
    .filter(([path]) => path.endsWith("/README.md") && !path.startsWith("docs/"))
    .filter(([, text]) => text.trimEnd().split("\n").length > MOST_LINES)
    .map(([path]) => path);
}

test("nothing stands at the root that does not belong there", () => {
  expect(strangers(readdirSync(root))).toEqual([]);
  expect(strangers(["server", ".ci", "notes.txt", "src"])).toEqual(["notes.txt", "src"]);
});

test(`no folder's README is longer than ${MOST_LINES} lines`, () => {
  const readmes = filesUnder("").filter((path) => path.endsWith("README.md"));
  expect(longReadmes(Object.fromEntries(readmes.map((path) => [path, read(path)])))).toEqual([]);
  const ofLength = (lines: number) => "x\n".repeat(lines);
  const files = {
    "README.md": ofLength(99),
    "docs/a/README.md": ofLength(99),
    "a/README.md": ofLength(30),
    "b/README.md": ofLength(31),
  };
  expect(longReadmes(files)).toEqual(["b/README.md"]);
});

test(`the project's README has at most ${MOST_LINES_AT_ROOT} lines and shows every picture that is kept`, () => {
  const readme = read("README.md");
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(MOST_LINES_AT_ROOT);
  const shown = [...readme.matchAll(/<img src="([^"]+)"/g)].map(([, path]) => path!);
  const pictures = filesUnder("").filter((path) => /^docs\/.*\.(jpe?g|png|webp|gif|avif)$/.test(path));
  expect(shown.toSorted()).toEqual(pictures.toSorted());
  expect(pictures.length).toBeLessThanOrEqual(MOST_PICTURES);
});

/** Names of files, as READMEs have them between backticks. */
const fileName = /^[\w@./-]+\.(tsx?|mjs|css|json|md)$/;

/**
 * Files that a README names and that are not there. A name alone is of a file in its folder or below it; one with a folder
 * counts from the README, from the root, or is the end of a path.
 */
function namedInVain(readmes: Record<string, string>, files: string[]): string[] {
  const known = new Set(files);
  const endsSo = (name: string, within: string): boolean =>
    files.some((path) => path.startsWith(within) && path.endsWith(`/${name}`));
  return Object.entries(readmes).flatMap(([readme, text]) => {
    const folder = posix.dirname(readme);
    const isThere = (name: string): boolean =>
      known.has(posix.join(folder, name)) ||
      known.has(name) ||
      endsSo(name, name.includes("/") || folder === "." ? "" : `${folder}/`);
    const names = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!);
    // What commands make is not in version control.
    return names
      .filter((name) => fileName.test(name) && !/^(dist|var)\//.test(name) && !isThere(name))
      .map((name) => `${readme}: ${name}`);
  });
}

test("every file that a README names exists", () => {
  const files = filesUnder("");
  const readmes = files.filter((path) => path.endsWith("README.md"));
  expect(namedInVain(Object.fromEntries(readmes.map((path) => [path, read(path)])), files)).toEqual([]);
  const there = ["a/one.ts", "a/b/two.ts", "c/three.ts", "main.ts"];
  const good =
    "`one.ts` `two.ts` `b/two.ts` `c/three.ts` `../c/three.ts` `main.ts` `one` `x.ts of y` `dist/x.js`";
  expect(namedInVain({ "a/README.md": good }, there)).toEqual([]);
  expect(namedInVain({ "a/README.md": "`three.ts` and `d/one.ts`, `one.ts`" }, there)).toEqual([
    "a/README.md: three.ts",
    "a/README.md: d/one.ts",
  ]);
});
