/**
 * Gives accepted submissions their places in the logs of evidence, right after they are accepted. Of all servers on one
 * database one does it, and says so again and again; where it falls silent another one takes over.
 */
import type { Clock } from "../clock.ts";
import { repeatWork, type RepeatedWork } from "../leases/repeat-work.ts";
import type { Log } from "../log.ts";
import { giveUpLease, takeLease } from "../store/leases.ts";
import type { Store } from "../store/store.ts";

const name = "evidence";

/** Milliseconds. Entries that come meanwhile are placed together: one head is signed for all of them. */
const pauseMs = 250;
/** Between two looks where nobody wakes it: another server's submissions. */
const lookMs = 500;
/** Between two tries of a server that is not the one. */
const retryMs = 2_000;
/** For how long a server is the one without saying so again; it does at a third of it. */
export const leaseMs = 10_000;

export function startSequencer({
  store,
  clock,
  log,
  owner,
}: {
  store: Pick<Store, "db" | "shared" | "placeEntries">;
  clock: Clock;
  log: Log;
  /** Names this process among those that share the store. */
  owner: string;
}): RepeatedWork {
  /** Whether it is ours, and until when that is not asked again, by `performance.now()`. */
  let known = { isOurs: false, until: 0 };

  const isOurs = async (): Promise<boolean> => {
    if (!store.shared) return true;
    const asked = performance.now();
    if (asked >= known.until) {
      const now = clock();
      const until = new Date(now.getTime() + leaseMs).toISOString();
      const taken = await takeLease(store.db, { name, owner, now: now.toISOString(), until });
      known = { isOurs: taken, until: asked + (taken ? leaseMs / 3 : retryMs) };
    }
    return known.isOurs;
  };

  const once = async (): Promise<number> => {
    try {
      if (!(await isOurs())) return retryMs;
      await store.placeEntries();
      return lookMs;
    } catch (error) {
      log.error({ err: error }, "entries of evidence could not be placed: they wait");
      return retryMs;
    }
  };

  const repeated = repeatWork(once, pauseMs);

  return {
    wake: repeated.wake,
    // What was accepted until now has its place then.
    stop: async () => {
      await repeated.stop();
      await once();
      if (store.shared) await giveUpLease(store.db, name, owner).catch(() => {});
    },
  };
}
