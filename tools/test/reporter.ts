/**
 * A reporter of vitest that adds to a file, for each test file, how long it took (its imports, its hooks and its tests) and
 * which of its tests are flaky.
 */
import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { FileTime } from "./times.ts";

/** The setting that names the file. */
export const timesSetting = "VITRINA_TEST_TIMES";

export default class FileReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const path = process.env[timesSetting];
    if (path === undefined) return;
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    const seconds = (collectDuration + setupDuration + duration) / 1000;
    const flaky = [...module.children.allTests()]
      .filter((one) => one.diagnostic()?.flaky)
      .map((one) => ({ test: one.fullName, message: one.result().errors?.[0]?.message ?? "" }));
    const line: FileTime = { file: module.relativeModuleId, seconds, flaky };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  }
}
