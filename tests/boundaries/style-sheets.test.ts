import { posix } from "node:path";
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

test("each style sheet is some part's", () => {
  const files = filesUnder("renderer");
  const imported = new Set(
    files
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/"(\.[^"]+\.css)"/g)].map(([, to]) => posix.join(path, "..", to!)),
      ),
  );
  expect(files.filter((path) => path.endsWith(".module.css") && !imported.has(path))).toEqual([]);
});

/** A style sheet's rules for what stands in the place of something that is awaited. */
const ofSkeletons = (text: string): string[] => text.match(/^\.skeleton(?: span)? \{[^}]*\}/gm) ?? [];

/** Nobody needs a sign of what is there within 300 ms: the skeleton counts them itself, or its place does, where skeletons follow each other. */
const comesLate = (text: string): boolean => {
  const rules = ofSkeletons(text).join("\n");
  const byPlace =
    /^\.place \{\n {2}animation: awaited 0\.3s;\n\}/m.test(text) &&
    /opacity: var\(--awaited, 1\)/.test(rules);
  return byPlace || /\bappear 0\.2s 0\.3s (?:both|forwards)/.test(rules);
};

test("what stands in the place of something that is awaited is seen after 300 ms, and not before", () => {
  const sheets = filesUnder("renderer").filter(
    (path) => path.endsWith(".module.css") && ofSkeletons(read(path)).length > 0,
  );
  expect(sheets.length).toBeGreaterThan(3);
  expect(sheets.filter((path) => !comesLate(read(path)))).toEqual([]);
  expect(comesLate(".skeleton span {\n  background: var(--brand-tint);\n}\n")).toBe(false);
});
