import { setImmediate as turn } from "node:timers/promises";

/** Milliseconds of work after which others get their turn. */
const sliceMs = 10;

/**
 * Lets long work be done beside serving. What it gives is awaited between two pieces of the work, and waits only when the
 * work has gone on for a while: how many pieces that is depends on the machine.
 */
export function createTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMs) return;
    await turn();
    began = performance.now();
  };
}
