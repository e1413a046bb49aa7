/** The worker: takes what is due, hands it to `deliver`, and writes down how it went. */
import { systemClock, type Clock } from "../clock.ts";
import type { RepeatedWork } from "../leases/repeat-work.ts";
import { startLeasedWork } from "../leases/worker.ts";
import { loggedError, type Log } from "../log.ts";
import { isOvertaken } from "../store/advances.ts";
import {
  addDeliveryFailure,
  buryDelivery,
  keepDelivery,
  leaseDeliveries,
  markDelivered,
  nextDeliveryAt,
  postponeDelivery,
  removeDelivery,
  type LeasedDelivery,
} from "../store/deliveries.ts";
import { lockRun } from "../store/locks.ts";
import type { Store } from "../store/store.ts";
import { backOff } from "./back-off.ts";
import { DeliveryLeftOut, DeliveryRefused } from "./refusal.ts";

/**
 * Carries one delivery out. Throws `DeliveryRefused` when a repeat would not help, `DeliveryLeftOut` when it is not to go out,
 * any other error when a repeat may help.
 */
export type Deliver = (delivery: LeasedDelivery) => Promise<void>;

/** What a killed server had leased goes out elsewhere after that. Whoever is at work says so four times as often. */
const leaseMs = 24_000;
const atOnce = 4;

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
}): RepeatedWork {
  const { store, deliver, log, owner, clock = systemClock, random = Math.random } = given;
  const leaveOut = async (delivery: LeasedDelivery, why: string): Promise<boolean> => {
    const { id, submission, brand, kind } = delivery;
    log.warn({ delivery: id, submission, brand, kind, why }, "a delivery was left out");
    return await store.transaction((db) => removeDelivery(db, delivery));
  };

  const settleFailure = async (delivery: LeasedDelivery, error: unknown): Promise<boolean> => {
    if (error instanceof DeliveryLeftOut) return await leaveOut(delivery, error.message);
    const { id, brand, kind, attempts: attempt } = delivery;
    const wait = error instanceof DeliveryRefused ? undefined : backOff(attempt, random());
    const { code, cause, type } = loggedError(error);
    const facts = { delivery: id, brand, kind, attempt, why: code ?? cause?.code ?? type };
    if (wait === undefined) log.error(facts, "delivery is dead");
    else log.warn({ ...facts, wait }, "delivery failed, will be tried again");
    const text = errorText(error);
    const now = clock();
    return await store.transaction(async (db) => {
      // Whoever goes on with its run, sends it or takes a consent back meanwhile is alone with it too.
      if (delivery.run !== null) await lockRun(db, delivery.run);
      if (await isOvertaken(db, delivery)) return await removeDelivery(db, delivery);
      const ours =
        wait === undefined
          ? await buryDelivery(db, delivery, text)
          : await postponeDelivery(db, delivery, text, new Date(now.getTime() + wait));
      if (ours) await addDeliveryFailure(db, delivery, text, now);
      return ours;
    });
  };

  const removeOvertaken = (delivery: LeasedDelivery): Promise<boolean> =>
    store.transaction(
      async (db) => (await isOvertaken(db, delivery)) && (await removeDelivery(db, delivery)),
    );

  const succeed = async (delivery: LeasedDelivery): Promise<boolean> => {
    const { id, brand, kind, attempts: attempt } = delivery;
    const ours = await markDelivered(store.db, delivery, clock());
    log.info({ delivery: id, brand, kind, attempt }, "delivered");
    return ours;
  };

  const leaseEnd = (): Date => new Date(clock().getTime() + leaseMs);

  /** Carries it out, and says all the while that somebody is at it. */
  const attempt = async (delivery: LeasedDelivery): Promise<{ error: unknown } | undefined> => {
    let keeping: Promise<unknown> = Promise.resolve();
    const beat = setInterval(() => {
      // One that cannot be kept runs out: it may go out twice then, by another server.
      keeping = keeping.then(() => keepDelivery(store.db, delivery, leaseEnd())).catch(() => {});
    }, leaseMs / 4).unref();
    const failure = await deliver(delivery).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    clearInterval(beat);
    // By until when it is leased, the store knows whose it is.
    await keeping;
    return failure;
  };

  /** Whether the store took how it went. Leased once more here while that was written, it is written by the new lease. */
  const written = async (delivery: LeasedDelivery, write: () => Promise<boolean>): Promise<boolean> => {
    const { attempts } = delivery;
    const ours = await write();
    return ours || delivery.attempts === attempts ? ours : await written(delivery, write);
  };

  const underWay = new Map<string, LeasedDelivery>();
  /** Went out, and the store did not take that: whoever has them again here only writes it down. */
  const gone = new Set<string>();

  const carryOut = async (delivery: LeasedDelivery): Promise<void> => {
    const { id } = delivery;
    const begun = underWay.get(id);
    if (begun) {
      // The clock went ahead, or the machine slept: its lease ran out here, where it goes on by the new one.
      const { lease_until, attempts } = delivery;
      Object.assign(begun, { lease_until, attempts });
      return;
    }
    underWay.set(id, delivery);
    try {
      // Whoever had it before did not say how it went: what was told since would be taken back.
      if (delivery.attempts > 1 && (await removeOvertaken(delivery))) return;
      const failure = gone.has(id) ? undefined : await attempt(delivery);
      if (!failure) gone.add(id);
      const ours = await written(delivery, () =>
        failure ? settleFailure(delivery, failure.error) : succeed(delivery),
      );
      if (ours) gone.delete(id);
      else log.warn({ delivery: id }, "the lease had run out; another server may send it again");
    } finally {
      underWay.delete(id);
    }
  };

  return startLeasedWork({
    atOnce,
    lease: (limit) => leaseDeliveries(store.db, { owner, now: clock(), until: leaseEnd(), limit }),
    untilNext: async () => {
      const next = await nextDeliveryAt(store.db);
      return next && next.getTime() - clock().getTime();
    },
    carryOut,
    lost: (delivery, error) => log.error({ delivery: delivery.id, err: error }, "delivery was not recorded"),
    what: "the deliveries",
    log,
  });
}
