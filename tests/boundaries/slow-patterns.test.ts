/** Regular expressions that take long for texts that somebody made for it: a server does nothing else meanwhile. */
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { sources } from "./project.ts";
import { readSource, type Source } from "./source.ts";

const judged = /^(server|schemas\/engine)\//;

/** Those that read nothing but what the project's own authors wrote. */
const ofAuthors = new Set(["schemas/engine/4-evaluate/screen-words.ts: ^[\\s·|–—:,-]+|[\\s·|–—:,-]+$"]);

/** For how long a text they take ever longer: with its square, or worse. */
function slowPatterns(files: Source[]): string[] {
  return files
    .filter(({ path }) => judged.test(path))
    .flatMap(({ path, patterns }) =>
      patterns
        .filter(({ source, flags }) => analyse({ source, flags }, { maxReports: 1 }).reports.length > 0)
        .map(({ source }) => `${path}: ${source}`),
    );
}

test("no pattern of the server takes ever longer for a longer text", () => {
  const found = slowPatterns(sources());
  expect(found.filter((one) => !ofAuthors.has(one))).toEqual([]);
  expect([...ofAuthors].filter((one) => !found.includes(one))).toEqual([]);
});

test.each([String.raw`/\/+$/`, String.raw`/(?:^|\n)\s*=/`, String.raw`/<(?!a)[^>]*>/g`, "/(a+)+b/"])(
  "%s does",
  (pattern) => {
    expect(slowPatterns([readSource("server/a.ts", `text.replace(${pattern}, "");`)])).toHaveLength(1);
    expect(slowPatterns([readSource("tools/a.ts", `text.replace(${pattern}, "");`)])).toEqual([]);
  },
);
