import { setTimeout as wait } from "node:timers/promises";

/** What comes within so many milliseconds. Undefined for what comes later: it goes on, so that the browser finds it done. */
export async function inTime<T>(coming: Promise<T>, withinMs: number): Promise<T | undefined> {
  const stop = new AbortController();
  const late = wait(withinMs, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    return await Promise.race([coming, late]);
  } finally {
    stop.abort();
  }
}
