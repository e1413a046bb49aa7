/** The worker: takes what is due, hands it to `deliver`, and writes down how it went. */
import { systemClock, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import {
  addDeliveryFailure,
  buryDelivery,
  leaseDeliveries,
  markDelivered,
  nextDeliveryAt,
  postponeDelivery,
  type LeasedDelivery,
} from "../store/deliveries.ts";
import type { Store } from "../store/store.ts";
import { backOff } from "./back-off.ts";
import { DeliveryRefused } from "./refusal.ts";

/** Carries one delivery out. Throws `DeliveryRefused` when a repeat would not help, any other error when it may. */
export type Deliver = (delivery: LeasedDelivery) => Promise<void>;

export interface DeliveryWorker {
  /** Looks now: call it after a commit that queued something. */
  wake: () => void;
  /** Takes nothing new, and resolves when what is under way has ended. */
  stop: () => Promise<void>;
}

/** Longer than any one delivery may take: to wait for its documents' turn, to have one drawn, and to be sent. */
const leaseMs = 180_000;
const atOnce = 4;
/** Never asleep for longer: another process may have queued something, and the clock may have been set. */
const maxSleepMs = 2_000;
/** After the store itself has failed, a full disk for one. */
const pauseAfterErrorMs = 1_000;

// What a server says may repeat an address or an answer: it goes into the store, never into the log.
const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 2000);

/** Starts the worker. `owner` names this process among those that share the store. */
export function startDeliveries(given: {
  store: Store;
  deliver: Deliver;
  log: Log;
  owner: string;
  clock?: Clock;
  random?: () => number;
}): DeliveryWorker {
  const { store, deliver, log, owner, clock = systemClock, random = Math.random } = given;
  const underWay = new Set<Promise<void>>();
  let stopping = false;
  let woken = false;
  let interrupt = (): void => {};

  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      if (woken || stopping) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const settleFailure = async (delivery: LeasedDelivery, error: unknown): Promise<boolean> => {
    const { id, brand, kind, attempts: attempt } = delivery;
    const wait = error instanceof DeliveryRefused ? undefined : backOff(attempt, random());
    if (wait === undefined) log.error({ delivery: id, brand, kind, attempt }, "delivery is dead");
    else log.warn({ delivery: id, brand, kind, attempt, wait }, "delivery failed, will be tried again");
    const text = errorText(error);
    const now = clock();
    return await store.transaction(async (db) => {
      const ours =
        wait === undefined
          ? await buryDelivery(db, delivery, text)
          : await postponeDelivery(db, delivery, text, new Date(now.getTime() + wait));
      if (ours) await addDeliveryFailure(db, delivery, text, now);
      return ours;
    });
  };

  const succeed = async (delivery: LeasedDelivery): Promise<boolean> => {
    const { id, brand, kind, attempts: attempt } = delivery;
    const ours = await markDelivered(store.db, delivery, clock());
    log.info({ delivery: id, brand, kind, attempt }, "delivered");
    return ours;
  };

  const carryOut = async (delivery: LeasedDelivery): Promise<void> => {
    const failure = await deliver(delivery).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const ours = failure ? await settleFailure(delivery, failure.error) : await succeed(delivery);
    if (!ours) log.warn({ delivery: delivery.id }, "the lease had run out; it may go out twice");
  };

  const start = (delivery: LeasedDelivery): void => {
    const work = carryOut(delivery)
      // The store could not take the result: the lease runs out and it is tried again.
      .catch((error: unknown) =>
        log.error({ delivery: delivery.id, err: error }, "delivery was not recorded"),
      )
      .finally(() => {
        underWay.delete(work);
        wake();
      });
    underWay.add(work);
  };

  const round = async (): Promise<number> => {
    const free = atOnce - underWay.size;
    if (free <= 0) return maxSleepMs;
    const now = clock();
    const until = new Date(now.getTime() + leaseMs);
    const leased = await leaseDeliveries(store.db, { owner, now, until, limit: free });
    leased.forEach(start);
    if (leased.length === free) return maxSleepMs;
    const next = await nextDeliveryAt(store.db);
    return next ? Math.min(Math.max(next.getTime() - clock().getTime(), 1), maxSleepMs) : maxSleepMs;
  };

  const loop = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- `stop` sets it
    while (!stopping) {
      woken = false;
      let wait = pauseAfterErrorMs;
      try {
        wait = await round();
      } catch (error) {
        log.error({ err: error }, "the deliveries could not be read");
      }
      await sleep(wait);
    }
  };

  const wake = (): void => {
    woken = true;
    interrupt();
  };
  const running = loop();

  return {
    wake,
    stop: async () => {
      stopping = true;
      interrupt();
      await running;
      await Promise.all(underWay);
    },
  };
}
