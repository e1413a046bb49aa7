/** Runs vitest for some folders of tests/ and counts what it reports. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { binary, root, run, type Say } from "./run.ts";
import { readFileTimes, type FileTime } from "./times.ts";
import { timesSetting } from "./times-reporter.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** A few lines for each test that failed: its file, its name, and how its message begins. */
  failures?: string[];
}

/** The parts of vitest's JSON report that are read. */
export interface Report {
  testResults: { name: string; status: string; message?: string; assertionResults: TestReport[] }[];
}

interface TestReport {
  status: string;
  fullName?: string;
  failureMessages?: string[];
}

interface VitestRun {
  limit: number;
  env?: Record<string, string>;
  words?: string[];
  /** Takes what vitest prints; else it is printed. */
  say?: Say;
}

/** Runs the tests under `tests/<folder>` for each folder, or in a file below `tests/`; prints vitest's own output too. */
export async function runVitest(
  folders: string[],
  { limit, env = {}, words = [], say }: VitestRun,
): Promise<Counts & { files: FileTime[] }> {
  const temporary = mkdtempSync(join(tmpdir(), "vitrina-test-"));
  const file = join(temporary, "report.json");
  const times = join(temporary, "times");
  const paths = folders.map((folder) => `tests/${folder}${isFile(folder) ? "" : "/"}`);
  const config = `--config=${join(import.meta.dirname, "vitest.config.ts")}`;
  const command = [binary("node"), binary("vitest"), "run", config, ...paths];
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    `--reporter=${join(import.meta.dirname, "times-reporter.ts")}`,
  ];
  try {
    const isRight = await run([...command, ...reporters, ...words], limit, {
      env: { ...env, [timesSetting]: times },
      ...(say ? { say } : {}),
    });
    const { says, ...counts } = count(readReport(file), isRight, folders);
    for (const line of says) (say ?? console.error)(`${line}\n`);
    return { ...counts, files: readFileTimes(times) };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const isFile = (name: string): boolean => name.endsWith(".test.ts");

/**
 * Sums a report up. A file that breaks before its tests are known, a folder without tests, a missing report
 * and an error outside of any test are failures too: nothing may pass by not running.
 */
export function count(
  report: Report | undefined,
  isRight: boolean,
  folders: string[],
): Counts & { says: string[] } {
  if (report === undefined) {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      says: ["vitest terminó sin informe / ended without a report"],
    };
  }
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] as string[], says: [] as string[] };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    const passed = assertionResults.filter((test) => test.status === "passed").length;
    const isBroken = failed.length === 0 && status !== "passed";
    counts.passed += passed;
    counts.failed += isBroken ? 1 : failed.length;
    counts.skipped += assertionResults.length - passed - failed.length;
    if (isBroken) counts.failures.push(failureLines(file, message ?? ""));
    for (const test of failed) {
      const told = (test.failureMessages ?? []).join("\n");
      counts.failures.push(failureLines(`${file} › ${test.fullName ?? ""}`, told));
    }
  }
  for (const folder of folders) {
    const within = join(root, "tests", folder) + (isFile(folder) ? "" : sep);
    const ran = report.testResults.some(
      ({ name, assertionResults }) =>
        name.startsWith(within) &&
        assertionResults.some(({ status }) => status === "passed" || status === "failed"),
    );
    if (!ran) {
      counts.says.push(`Sin pruebas / no tests: tests/${folder}`);
      counts.failed += 1;
    }
  }
  if (!isRight && counts.failed === 0) {
    counts.says.push("vitest falló fuera de las pruebas / failed outside of the tests");
    counts.failed = 1;
  }
  return counts;
}

/** What a reader of the last lines needs to find it: the rest stands where the test ran. */
function failureLines(where: string, message: string): string {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  return [`✗ ${where}`, ...lines.slice(0, 12).map((line) => `    ${line}`)].join("\n");
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}
