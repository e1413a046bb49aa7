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
