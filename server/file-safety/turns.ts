/** Long work in pieces: others have their turn in between. */
import { setImmediate as othersFirst } from "node:timers/promises";

/** Milliseconds in a row. */
const atOnceMs = 10;

/** To be awaited after each piece of work: lets others go first once this one was at it for a while. */
export function takingTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < atOnceMs) return undefined;
    return othersFirst().then(() => void (began = performance.now()));
  };
}
