import { expect, test } from "vitest";
import { filesUnder, read } from "./project.ts";

const reads =
  "count isVisible isHidden textContent innerText innerHTML getAttribute inputValue isChecked isDisabled isEnabled isEditable allTextContents allInnerTexts evaluate evaluateAll boundingBox title";
const readOnce = new RegExp(
  `^[ \\t]*expect\\(\\s*await (?:(?!\\bexpect\\b)[\\s\\S])*?\\.(?:${reads.replaceAll(" ", "|")})\\(`,
  "gm",
);

/** Lines at which a page is read once, though what was done before it may not have been drawn yet. */
function readsOnce(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(readOnce)]
      .filter(([found]) => !found.includes(";"))
      .map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}`),
  );
}

test("tests read a page until it says what they expect", () => {
  const tests = filesUnder("tests/browser").filter((path) => path.endsWith(".ts"));
  expect(readsOnce(Object.fromEntries(tests.map((path) => [path, read(path)])))).toEqual([]);
  const wrong = { "a.ts": "\n  expect(await page.locator('a').count()).toBe(1);\n" };
  expect(readsOnce(wrong)).toEqual(["a.ts:2"]);
  const right = { "a.ts": "  expect(await told());\n  await expect.poll(() => page.title()).toBe('a');\n" };
  expect(readsOnce(right)).toEqual([]);
});
