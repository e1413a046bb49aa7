import { expect, test } from "vitest";
import { filesUnder, read } from "./project.ts";

/** A selector of elements alone: it holds for the whole page, whatever style sheet it stands in. */
const ofElements =
  /^[ \t]*(?:a|button|details|dialog|fieldset|footer|form|h[1-6]|header|img|input|label|li|main|nav|ol|p|section|select|summary|svg|table|td|th|ul)\b[^;{}.\n]*[,{]$/gm;

const wideSelectors = (text: string): string[] => text.match(ofElements) ?? [];

test("the style sheet of a part says nothing of the rest of the page", () => {
  const sheets = filesUnder("renderer").filter((path) => path.endsWith(".module.css"));
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.flatMap((path) => wideSelectors(read(path)).map((one) => `${path}: ${one}`))).toEqual([]);
  expect(wideSelectors("details[open] > summary::after {\n}\n")).toHaveLength(1);
  expect(wideSelectors(".group[open] > summary::after {\n  margin: 0;\n}\n")).toEqual([]);
});
