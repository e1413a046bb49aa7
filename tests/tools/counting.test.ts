import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../tools/test/run.ts";
import { count, type Report } from "../../tools/test/vitest.ts";

/** A report with one file for each list of the results of its tests; a file without any broke on loading. */
function report(files: Record<string, string[]>): Report {
  return {
    testResults: Object.entries(files).map(([file, statuses]) => ({
      name: join(root, "tests", file),
      status: statuses.length > 0 && !statuses.includes("failed") ? "passed" : "failed",
      assertionResults: statuses.map((status) => ({ status })),
    })),
  };
}

test.each<[string, Report | undefined, boolean, { passed: number; failed: number; skipped: number }]>([
  ["all pass", report({ "a/x.test.ts": ["passed", "passed"] }), true, { passed: 2, failed: 0, skipped: 0 }],
  ["one fails", report({ "a/x.test.ts": ["passed", "failed"] }), false, { passed: 1, failed: 1, skipped: 0 }],
  [
    "one is skipped",
    report({ "a/x.test.ts": ["passed", "pending"] }),
    true,
    { passed: 1, failed: 0, skipped: 1 },
  ],
  [
    "one file breaks",
    report({ "a/x.test.ts": ["passed"], "a/y.test.ts": [] }),
    false,
    { passed: 1, failed: 1, skipped: 0 },
  ],
  ["no report", undefined, true, { passed: 0, failed: 1, skipped: 0 }],
  ["nothing ran", report({}), true, { passed: 0, failed: 1, skipped: 0 }],
  ["only skipped", report({ "a/x.test.ts": ["pending"] }), true, { passed: 0, failed: 1, skipped: 1 }],
  [
    "only another folder ran",
    report({ "ab/x.test.ts": ["passed"] }),
    true,
    { passed: 1, failed: 1, skipped: 0 },
  ],
  [
    "an error outside of tests",
    report({ "a/x.test.ts": ["passed"] }),
    false,
    { passed: 1, failed: 1, skipped: 0 },
  ],
])("%s", (_name, given, isRight, counts) => {
  expect(count(given, isRight, ["a"])).toMatchObject(counts);
});

test("what failed is told once more, with its file, its name and how its message begins", () => {
  const given: Report = {
    testResults: [
      {
        name: join(root, "tests/a/x.test.ts"),
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "all is well" },
          {
            status: "failed",
            fullName: "adds up",
            failureMessages: ["AssertionError: 1 is not 2\n\n    at x"],
          },
        ],
      },
      {
        name: join(root, "tests/a/y.test.ts"),
        status: "failed",
        message: "no module z",
        assertionResults: [],
      },
    ],
  };
  expect(count(given, false, ["a"]).failures).toEqual([
    "✗ tests/a/x.test.ts › adds up\n    AssertionError: 1 is not 2\n        at x",
    "✗ tests/a/y.test.ts\n    no module z",
  ]);
});
