/** A reporter of vitest that adds to a file how long each test file took: its imports, its hooks and its tests. */
import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** The setting that names the file. */
export const timesSetting = "VITRINA_TEST_TIMES";

export default class TimesReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const file = process.env[timesSetting];
    if (file === undefined) return;
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    const seconds = (collectDuration + setupDuration + duration) / 1000;
    appendFileSync(file, `${JSON.stringify({ file: module.relativeModuleId, seconds })}\n`);
  }
}
