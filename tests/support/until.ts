import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits until something holds, looking every 25 ms. Fails after `limit` milliseconds, with what `describe`
 * says then. The limit is for a machine that is busy with much else: nothing is measured by it.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  describe: () => string,
  limit = 120_000,
): Promise<void> {
  const end = performance.now() + limit;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms: ${describe()}`);
    await wait(25);
  }
}
