import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds after which it is given up. */
const maxRetryMs = 8_000;

/** Does `work` again, each time a little later, as long as its error is one after which that may help. */
export async function again<T>(
  work: () => Promise<T>,
  mayHelp: (error: unknown, tries: number) => boolean,
): Promise<T> {
  const ends = performance.now() + maxRetryMs;
  for (let pause = 1, tries = 1; ; pause = Math.min(pause * 2, 64), tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > ends || !mayHelp(error, tries)) throw error;
      await wait(pause * Math.random());
    }
  }
}
