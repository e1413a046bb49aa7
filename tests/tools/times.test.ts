import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { slowFiles } from "../../tools/test/slowest-first.ts";
import { keepTimes, readFileTimes, timeLines, type PartTime } from "../../tools/test/times.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "vitrina-times-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const files = Array.from({ length: 12 }, (_, index) => ({
  file: `tests/a/${index}.test.ts`,
  seconds: index,
}));
const parts: PartTime[] = [
  { part: "lint", seconds: 2.04, files: [] },
  { part: "server", seconds: 61, files },
  { part: "postgres", seconds: 9, files: [{ file: "tests/server/store.test.ts", seconds: 8.96 }] },
];

test("every part is told, and the ten slowest files, the slowest first", () => {
  const lines = timeLines(parts);
  expect(lines.slice(0, 4)).toEqual([
    "    2.0 s  lint",
    "   61.0 s  server",
    "    9.0 s  postgres",
    "Lo más lento / the slowest:",
  ]);
  expect(lines.slice(4)).toHaveLength(10);
  expect(lines[4]).toBe("   11.0 s  tests/a/11.test.ts");
  expect(lines[6]).toBe("    9.0 s  tests/a/9.test.ts");
  expect(lines[7]).toBe("    9.0 s  tests/server/store.test.ts (postgres)");
});

test("parts without test files say nothing of files", () => {
  expect(timeLines([{ part: "lint", seconds: 1, files: [] }])).toEqual(["    1.0 s  lint"]);
});

test("they are kept by part and file, in a folder that need not be there yet", () => {
  const path = join(folder(), "var/test-times.json");
  keepTimes(path, parts);
  const kept = JSON.parse(readFileSync(path, "utf8")) as { part: string; files: Record<string, number> }[];
  expect(kept.map(({ part }) => part)).toEqual(["lint", "server", "postgres"]);
  expect(Object.entries(kept[1]!.files)[0]).toEqual(["tests/a/11.test.ts", 11]);
  expect(kept[2]!.files).toEqual({ "tests/server/store.test.ts": 9 });
});

test("what the reporter wrote is read line by line, and nothing where it wrote nothing", () => {
  const path = join(folder(), "times");
  expect(readFileTimes(path)).toEqual([]);
  writeFileSync(path, '{"file":"a","seconds":1}\n{"file":"b","seconds":2}\n');
  expect(readFileTimes(path)).toEqual([
    { file: "a", seconds: 1 },
    { file: "b", seconds: 2 },
  ]);
});

test("the files that begin first are there", () => {
  const root = join(import.meta.dirname, "../..");
  expect(slowFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
