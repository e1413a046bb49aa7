/** Who gives entries of evidence their places: one of all servers, and another one where that falls silent. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { leaseMs, startSequencer } from "../../server/evidence/sequencer.ts";
import type { RepeatedWork } from "../../server/leases/repeat-work.ts";
import { takeLease } from "../../server/store/leases.ts";
import { headsOf } from "../../server/store/evidence.ts";
import type { Store } from "../../server/store/store.ts";
import { until } from "../support/until.ts";
import { began, send } from "./evidence-parts.ts";
import { keptLog, temporaryStore } from "./parts.ts";

const at = (seconds: number): string => new Date(Date.parse(began) + seconds * 1000).toISOString();

/** One that `send` leaves its entries to. */
const leaving = (store: Store): Store => ({ ...store, placeEntries: async () => 0 });

const placed = async ({ db }: Store): Promise<number> => (await headsOf(db, "SI"))[0]?.position ?? 0;

const untilPlaced = (store: Store, count: number): Promise<void> =>
  until(
    async () => (await placed(store)) === count,
    () => `there are not ${count} places`,
  );

function started(store: Store, owner: string, clock = () => new Date()): RepeatedWork {
  const sequencer = startSequencer({ store, clock, log: keptLog(), owner });
  onTestFinished(() => sequencer.stop());
  return sequencer;
}

it("entries get their places soon after their commit, and all of them before the end", async () => {
  const { store } = await temporaryStore();
  await send(leaving(store), "SI-1");
  const sequencer = started(store, "one");
  await untilPlaced(store, 2);
  await send(leaving(store), "SI-2");
  sequencer.wake();
  await untilPlaced(store, 4);
  await send(leaving(store), "SI-3");
  await sequencer.stop();
  expect(await placed(store)).toBe(6);
});

it("what fails is tried again, and nothing is lost by it", async () => {
  const { store } = await temporaryStore();
  await send(leaving(store), "SI-1");
  let tries = 0;
  const failing: Store = {
    ...store,
    placeEntries: () => ((tries += 1) === 1 ? Promise.reject(new Error("no disk")) : store.placeEntries()),
  };
  const log = keptLog();
  const sequencer = startSequencer({ store: failing, clock: () => new Date(), log, owner: "one" });
  onTestFinished(() => sequencer.stop());
  await untilPlaced(store, 2);
  expect(log.text()).toContain("could not be placed");
});

describe("a lease", () => {
  it("is one's at a time: kept by who has it, and taken by another when it has run out or was given up", async () => {
    const { store } = await temporaryStore();
    const take = (owner: string, from: number): Promise<boolean> =>
      takeLease(store.db, { name: "a", owner, now: at(from), until: at(from + 10) });
    expect(await Promise.all([take("one", 0), take("one", 0)])).toEqual([true, true]);
    expect(await take("two", 9)).toBe(false);
    expect(await take("one", 9)).toBe(true);
    expect(await take("two", 18)).toBe(false);
    expect(await take("two", 20)).toBe(true);
    expect(await take("one", 21)).toBe(false);
    const many = await Promise.all(["a", "b", "c", "d"].map((owner) => take(owner, 40)));
    expect(many.filter(Boolean)).toHaveLength(1);
  });

  it("of a server that was killed is taken over by another one within 30 s", async () => {
    const { store } = await temporaryStore();
    const shared: Store = { ...store, shared: true };
    const clock = { now: Date.parse(began) };
    const taken = { name: "evidence", owner: "killed", now: at(0), until: at(leaseMs / 1000) };
    expect(await takeLease(store.db, taken)).toBe(true);
    await send(leaving(store), "SI-1");
    started(shared, "other", () => new Date(clock.now));
    await wait(600);
    expect(await placed(store)).toBe(0);
    clock.now += 12_000;
    await untilPlaced(store, 2);
    expect(leaseMs).toBeLessThan(15_000);
  });
});
