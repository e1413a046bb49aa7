/** What makes a test fail where the machine is busy, as it reads in its code. */
import { expect, test } from "vitest";
import { filesUnder, read } from "./project.ts";

const reads =
  "count isVisible isHidden textContent innerText innerHTML getAttribute inputValue isChecked isDisabled isEnabled isEditable allTextContents allInnerTexts evaluate evaluateAll boundingBox title";
const readOnce = new RegExp(
  `^[ \\t]*expect\\(+\\s*await (?:(?!\\bexpect\\b)[\\s\\S])*?\\.(?:${reads.replaceAll(" ", "|")})\\(`,
  "gm",
);

/** Functions of tests that take a page and read it; those named do something with it, or wait for what they read. */
const readOnceByHelper =
  /^[ \t]*expect\(+\s*await (?!(?:followsService|moved|receiptNumber|sendForm|taken|takenBy)\()\w+\(page\b/gm;

/** Lines at which a page is read once, though what was done before it may not have been drawn yet. */
function readsOnce(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(readOnce), ...text.matchAll(readOnceByHelper)]
      .filter(([found]) => !found.includes(";"))
      .map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}`),
  );
}

test("tests read a page until it says what they expect", () => {
  const tests = filesUnder("tests/browser").filter((path) => path.endsWith(".ts"));
  expect(readsOnce(Object.fromEntries(tests.map((path) => [path, read(path)])))).toEqual([]);
  const wrong = { "a.ts": "\n  expect(await page.locator('a').count()).toBe(1);\n" };
  expect(readsOnce(wrong)).toEqual(["a.ts:2"]);
  expect(readsOnce({ "b.ts": "\n  expect((await focused(page)).at(0)).toBe(1);\n" })).toEqual(["b.ts:2"]);
  const right = { "a.ts": "  expect(await told());\n  await expect.poll(() => page.title()).toBe('a');\n" };
  expect(readsOnce(right)).toEqual([]);
});

/** Milliseconds, as in `vite.config.ts`. */
const ofAll = 600_000;
const ownLimit = /^ {2}\{ timeout: ([\d_]+)[^}]*\},$|, \{ timeout: ([\d_]+)[^}]*\}, async /gm;

/** Lines at which a test has less time than all have. */
function hurried(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(ownLimit)]
      .filter(([, alone, within]) => Number((alone ?? within)!.replaceAll("_", "")) < ofAll)
      .map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}`),
  );
}

test("no test has less time than all have", () => {
  const tests = filesUnder("tests").filter(
    (path) => path.endsWith(".test.ts") && !path.endsWith("/busy-machine.test.ts"),
  );
  expect(hurried(Object.fromEntries(tests.map((path) => [path, read(path)])))).toEqual([]);
  const wrong = {
    "a.ts": `test("a", { timeout: 60_000 }, async () => {});\n`,
    "b.ts": `test(\n  "b",\n  { timeout: 20_000 * rounds },\n  async () => {},\n);\n`,
  };
  expect(hurried(wrong)).toEqual(["a.ts:1", "b.ts:3"]);
  expect(hurried({ "a.ts": `test("a", { timeout: 600_000 * rounds }, async () => {});\n` })).toEqual([]);
});
