import { onTestFinished } from "vitest";
import type { Trial } from "./trial.ts";

/** Cleans up when the test has finished, as a trial does at its end. */
export const later: Trial["later"] = (cleanUp) =>
  onTestFinished(async () => {
    await cleanUp();
  });
