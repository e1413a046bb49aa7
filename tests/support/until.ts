import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits until something holds, looking every 25 ms. Fails after `limit` milliseconds, with what `describe`
 * says then.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  limit: number,
  describe: () => string,
): Promise<void> {
  const end = performance.now() + limit;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms: ${describe()}`);
    await wait(25);
  }
}
