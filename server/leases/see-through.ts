/** One piece of leased work that somebody waits for: done here, or waited for where somebody else is at it. */
import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds between two looks: the first soon, as whoever leased it may be about to say so here. */
const pauses = { first: 5, most: 200 };
/** Milliseconds: another process that is at it may be gone. */
const maxWaitMs = 2_000;

/** Resolves when it was done here, when there is nothing to do, or when another process had its time. */
export async function seeThrough<T>(given: {
  /** Takes it; undefined where there is nothing to do, or somebody else is at it. */
  lease: () => Promise<T | undefined>;
  carryOut: (piece: T) => Promise<void>;
  /** What this process does of it. How that ends, whoever began it tells. */
  underWay: () => Promise<void> | undefined;
  /** Whether somebody is at it, in this process or in another one. */
  isLeased: () => Promise<boolean>;
}): Promise<void> {
  const ends = performance.now() + maxWaitMs;
  let pause = pauses.first;
  // Twice: it may have been let go, and be due, between the first two questions.
  for (let idle = 0; idle < 2;) {
    const leased = await given.lease();
    if (leased) return await given.carryOut(leased);
    const own = given.underWay();
    if (!own && !(await given.isLeased())) {
      idle += 1;
      continue;
    }
    idle = 0;
    // It may have been begun before that came which somebody waits for.
    if (own) await own.catch(() => {});
    else if (performance.now() >= ends) return;
    await wait(pause, undefined, { ref: false });
    pause = Math.min(2 * pause, pauses.most);
  }
}
