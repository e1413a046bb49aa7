/** Work that is leased from the store, so that it is done though processes come and go: takes what is due, and sees it through. */
import type { Log } from "../log.ts";
import { repeatWork, type RepeatedWork } from "./repeat-work.ts";

/** Never asleep for longer: another process may have left something, and the clock may have been set. */
const maxSleepMs = 2_000;
/** After the store itself has failed, a full disk for one. */
const afterTroubleMs = 1_000;

export function startLeasedWork<T>(given: {
  /** Pieces at the same time. */
  atOnce: number;
  /** Takes up to so many that are due. */
  lease: (most: number) => Promise<T[]>;
  /** Milliseconds until the next one is due; undefined where there is none. */
  untilNext: () => Promise<number | undefined>;
  /** Does one, and writes down how it went. */
  carryOut: (piece: T) => Promise<void>;
  /** One was done, and the store could not take how it went: its lease runs out and it is done again. */
  lost: (piece: T, error: unknown) => void;
  /** What is looked for, as the log says it: "the deliveries". */
  what: string;
  log: Log;
}): RepeatedWork {
  const { atOnce, lease, untilNext, carryOut, lost, what, log } = given;
  const underWay = new Set<Promise<void>>();
  const start = (piece: T): void => {
    const work = carryOut(piece)
      .catch((error: unknown) => lost(piece, error))
      .finally(() => {
        underWay.delete(work);
        repeated.wake();
      });
    underWay.add(work);
  };

  let stopping = false;
  const round = async (): Promise<number> => {
    const free = atOnce - underWay.size;
    // Looked at first: to lease is to write, and mostly nothing is due.
    for (let left = free; left > 0;) {
      const next = await untilNext();
      // Others have it sooner than the end of what was begun here.
      if (stopping) return maxSleepMs;
      if (next === undefined) return maxSleepMs;
      if (next > 0) return Math.min(next, maxSleepMs);
      const leased = await lease(left);
      // Another process was faster, or what was due cannot be read.
      if (leased.length === 0) return 1;
      leased.forEach(start);
      left -= leased.length;
    }
    return maxSleepMs;
  };

  const repeated = repeatWork(() =>
    round().catch((error: unknown) => {
      log.error({ err: error }, `${what} could not be read`);
      return afterTroubleMs;
    }),
  );

  return {
    wake: repeated.wake,
    stop: async () => {
      stopping = true;
      await repeated.stop();
      await Promise.all(underWay);
    },
  };
}
