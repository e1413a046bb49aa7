import { expect, it } from "vitest";
import { promises } from "./promises.ts";
import { runTrial } from "./support/trial.ts";

/** Tries the short form of some promises; `npm run faults` tries the long ones. */
export function tryShort(...numbers: number[]): void {
  const chosen = promises.filter(({ number }) => numbers.includes(number));
  if (chosen.length !== numbers.length) throw new Error(`no trial of each of ${numbers.join(", ")}`);
  for (const trial of chosen) {
    it(`${trial.number}: ${trial.promise}`, async ({ skip }) => {
      const unable = await trial.unless?.();
      // Ends the test here.
      if (unable !== undefined) skip(unable);
      const { figure } = await runTrial(trial, { long: false, say: () => {} });
      expect(figure).not.toBe("");
    });
  }
}
