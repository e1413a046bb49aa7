import { describe, expect, onTestFinished, test, vi } from "vitest";
import { backOff, maxAttempts } from "../../server/deliveries/back-off.ts";
import { DeliveryRefused } from "../../server/deliveries/refusal.ts";
import type { Deliver } from "../../server/deliveries/worker.ts";
import {
  buryDelivery,
  deadDeliveries,
  enqueueDelivery,
  leaseDeliveries,
  markDelivered,
  nextDeliveryAt,
  postponeDelivery,
  type NewDelivery,
} from "../../server/store/deliveries.ts";
import { until } from "../support/until.ts";
import { isPostgresRun } from "../support/test-database.ts";
import { openStore } from "../../server/store/store.ts";
import { send } from "./evidence-parts.ts";
import { mailPayload, queue, settled, startWorker } from "./delivery-parts.ts";
import { allDeliveries, setClock, temporaryStore } from "./parts.ts";

describe("back-off", () => {
  test.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [10, 2560],
    [11, 3600],
    [40, 3600],
  ])("after attempt %i it waits %i seconds", (attempt, seconds) => {
    expect(backOff(attempt, 0.5)).toBe(seconds * 1000);
  });

  test("is spread by a fifth, and adds up to 48 hours", () => {
    expect([backOff(1, 0), backOff(1, 1)]).toEqual([4000, 6000]);
    expect(backOff(maxAttempts, 0.5)).toBeUndefined();
    let hours = 0;
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) hours += backOff(attempt, 0.5)! / 3_600_000;
    expect(hours).toBeGreaterThan(47);
    expect(hours).toBeLessThanOrEqual(48);
  });
});

describe("the queue", () => {
  test("takes the same delivery once, and none of a transaction that was taken back", async () => {
    const { store } = await temporaryStore();
    const { now } = setClock();
    expect(await queue(store, now(), { dedupe: "same" })).toBe(true);
    expect(await queue(store, now(), { dedupe: "same" })).toBe(false);
    const failing = store.transaction(async (db) => {
      await enqueueDelivery(
        db,
        { submission: null, brand: "SI", kind: "mail", dedupe: "other", payload: mailPayload },
        now(),
      );
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    expect((await allDeliveries(store.db)).map(({ dedupe }) => dedupe)).toEqual(["same"]);
  });

  test("leases what is due, once, until the lease runs out", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    for (let index = 0; index < 3; index += 1) await queue(store, clock.now());
    const lease = (owner: string, limit = 10) =>
      leaseDeliveries(store.db, {
        owner,
        now: clock.now(),
        until: new Date(clock.now().getTime() + 60_000),
        limit,
      });
    const first = await lease("one", 2);
    expect(first.map(({ attempts, lease_owner }) => [attempts, lease_owner])).toEqual([
      [1, "one"],
      [1, "one"],
    ]);
    expect(await lease("two")).toHaveLength(1);
    expect(await lease("two")).toHaveLength(0);
    clock.pass(61);
    const again = await lease("two");
    expect(again).toHaveLength(3);
    expect(again.map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
    // The one whose lease ran out has no say any more.
    expect(await markDelivered(store.db, first[0]!, clock.now())).toBe(false);
    expect(await buryDelivery(store.db, first[0]!, "late")).toBe(false);
    const [one, two, three] = again;
    expect(await markDelivered(store.db, one!, clock.now())).toBe(true);
    expect(await postponeDelivery(store.db, two!, "later", new Date(clock.now().getTime() + 5000))).toBe(
      true,
    );
    expect(await buryDelivery(store.db, three!, "never")).toBe(true);
    expect((await nextDeliveryAt(store.db))?.getTime()).toBe(clock.now().getTime() + 5000);
    expect((await deadDeliveries(store.db)).map(({ last_error }) => last_error)).toEqual(["never"]);
  });
});

describe("the worker", () => {
  test("delivers what is there at the start, and what comes with wake", async () => {
    const { store } = await temporaryStore();
    const { now } = setClock();
    await queue(store, now());
    const deliver = vi.fn<Deliver>(async () => {});
    const worker = startWorker(store, now, deliver);
    await settled(store, "delivered");
    for (let index = 0; index < 20; index += 1) await queue(store, now());
    worker.wake();
    await settled(store, "delivered");
    expect(deliver).toHaveBeenCalledTimes(21);
    expect(new Set(deliver.mock.calls.map(([{ id }]) => id)).size).toBe(21);
  });

  test("a failure is tried again when its time has come, then delivered once", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    await queue(store, clock.now());
    const deliver = vi
      .fn<Deliver>()
      .mockRejectedValueOnce(
        Object.assign(new Error("450 ana@correo.example later"), { code: "ECONNREFUSED" }),
      )
      .mockResolvedValue();
    const worker = startWorker(store, clock.now, deliver);
    await settled(store, "queued");
    await until(
      () => deliver.mock.calls.length === 1,
      () => "not tried",
    );
    await settled(store, "queued");
    const [waiting] = await allDeliveries(store.db);
    expect(waiting).toMatchObject({ attempts: 1, last_error: "450 ana@correo.example later" });
    expect(waiting?.next_at).toBe("2026-11-21T12:00:05.000Z");
    worker.wake();
    clock.pass(4);
    worker.wake();
    expect(deliver).toHaveBeenCalledTimes(1);
    clock.pass(2);
    worker.wake();
    await settled(store, "delivered");
    expect(deliver).toHaveBeenCalledTimes(2);
    expect(worker.log.text()).toContain('"why":"ECONNREFUSED"');
    expect(worker.log.text()).not.toContain("correo.example");
  });

  test("a refusal is dead at once, with its reason", async () => {
    const { store } = await temporaryStore();
    const { now } = setClock();
    await queue(store, now());
    startWorker(store, now, async () => {
      throw new DeliveryRefused("no such mailbox");
    });
    await settled(store, "dead");
    expect(await deadDeliveries(store.db)).toMatchObject([{ attempts: 1, last_error: "no such mailbox" }]);
  });

  test("what a killed process had leased is delivered when the lease has run out", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    await queue(store, clock.now());
    const lease = {
      owner: "killed",
      now: clock.now(),
      until: new Date(clock.now().getTime() + 60_000),
      limit: 1,
    };
    expect(await leaseDeliveries(store.db, lease)).toHaveLength(1);
    const deliver = vi.fn<Deliver>(async () => {});
    const worker = startWorker(store, clock.now, deliver, "another");
    worker.wake();
    await settled(store, "leased");
    expect(deliver).not.toHaveBeenCalled();
    clock.pass(61);
    worker.wake();
    await settled(store, "delivered");
    expect(deliver).toHaveBeenCalledTimes(1);
    expect((await allDeliveries(store.db))[0]).toMatchObject({ attempts: 2 });
  });

  test("one that is under way is not begun again by a clock that goes ahead", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    await queue(store, clock.now());
    const ends: (() => void)[] = [];
    const deliver = vi.fn<Deliver>(() => new Promise((resolve) => void ends.push(resolve)));
    const worker = startWorker(store, clock.now, deliver);
    await until(
      () => ends.length === 1,
      () => "not begun",
    );
    const leasedUntil = async () => (await allDeliveries(store.db))[0]!.lease_until;
    const before = await leasedUntil();
    // Nobody could say meanwhile that it is at work: the machine slept, or its clock was set.
    clock.pass(120);
    worker.wake();
    await until(
      async () => (await leasedUntil()) !== before,
      () => "the lease has not run out",
    );
    ends.forEach((end) => end());
    await settled(store, "delivered");
    expect(deliver).toHaveBeenCalledTimes(1);
  });

  test("one that went out and could not be recorded is recorded later, and does not go out again", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    await queue(store, clock.now());
    const deliver = vi.fn<Deliver>(async () => {
      // Just before it is written down, its lease is nobody's any more.
      if (deliver.mock.calls.length === 1)
        await store.db.updateTable("deliveries").set({ lease_until: clock.now().toISOString() }).execute();
    });
    const worker = startWorker(store, clock.now, deliver);
    await until(
      () => worker.log.text().includes("lease had run out"),
      () => "it was recorded",
    );
    clock.pass(120);
    worker.wake();
    await settled(store, "delivered");
    expect(deliver).toHaveBeenCalledTimes(1);
  });

  test("one that takes long stays leased while somebody is at work on it, and no longer than 30 s after", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { store } = await temporaryStore();
    const clock = setClock();
    await queue(store, clock.now());
    let finish = (): void => {};
    const deliver = vi.fn<Deliver>(() => new Promise((resolve) => void (finish = resolve)));
    const worker = startWorker(store, clock.now, deliver);
    const begun = () => deliver.mock.calls.length === 1;
    await until(begun, () => "not begun");
    const elsewhere = vi.fn<Deliver>(async () => {});
    const other = startWorker(store, clock.now, elsewhere, "another");
    const leasedFor = async () =>
      Date.parse((await allDeliveries(store.db))[0]!.lease_until!) - clock.now().getTime();
    for (let passed = 0; passed < 60; passed += 6) {
      const before = await leasedFor();
      expect(before).toBeLessThan(28_000);
      clock.pass(6);
      vi.advanceTimersByTime(6000);
      await until(
        async () => (await leasedFor()) >= before,
        () => "not kept",
      );
      other.wake();
    }
    finish();
    worker.wake();
    await settled(store, "delivered");
    expect(elsewhere).not.toHaveBeenCalled();
    expect(worker.log.text()).not.toContain("may go out twice");
    expect((await allDeliveries(store.db))[0]).toMatchObject({ attempts: 1 });
  });

  test("two workers share the work and do nothing twice", async () => {
    const { store } = await temporaryStore();
    const { now } = setClock();
    for (let index = 0; index < 40; index += 1) await queue(store, now());
    const seen: string[] = [];
    const deliver: Deliver = async ({ id }) => void seen.push(id);
    startWorker(store, now, deliver, "one");
    startWorker(store, now, deliver, "two");
    await settled(store, "delivered");
    expect(seen).toHaveLength(40);
    expect(new Set(seen).size).toBe(40);
  });

  test("stop waits for what is under way and takes nothing new", async () => {
    const { store } = await temporaryStore();
    const { now } = setClock();
    await queue(store, now());
    let finish = (): void => {};
    const deliver = vi.fn<Deliver>(() => new Promise((resolve) => void (finish = resolve)));
    const worker = startWorker(store, now, deliver);
    await until(
      () => deliver.mock.calls.length === 1,
      () => "not begun",
    );
    let stopped = false;
    const stop = worker.stop().then(() => (stopped = true));
    await queue(store, now());
    worker.wake();
    expect(stopped).toBe(false);
    finish();
    await stop;
    expect((await allDeliveries(store.db)).map(({ state }) => state).toSorted()).toEqual([
      "delivered",
      "queued",
    ]);
  });
});

/** The same queries, of which those that say whether they changed something wait before they begin. */
function held<T extends object>(queries: T, wait: () => Promise<void>): T {
  return new Proxy(queries, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        if (key === "executeTakeFirst") return wait().then(() => value.apply(target, given) as unknown);
        const result: unknown = value.apply(target, given);
        return ["updateTable", "set", "where"].includes(String(key)) ? held(result as object, wait) : result;
      };
    },
  });
}

test("a delivery that is leased once more while it is written down is written by the new lease, and goes out once", async () => {
  const { store } = await temporaryStore();
  const clock = setClock();
  await queue(store, clock.now());
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const deliver = vi.fn<Deliver>(() => Promise.resolve());
  const isWriting = vi.fn<() => Promise<void>>(() => released);
  const worker = startWorker({ ...store, db: held(store.db, isWriting) }, clock.now, deliver);
  await until(
    () => isWriting.mock.calls.length === 1,
    () => "it is not written down",
  );
  clock.pass(25);
  worker.wake();
  await until(
    async () => (await allDeliveries(store.db))[0]!.attempts === 2,
    () => "it is not leased once more",
  );
  release();
  await settled(store, "delivered");
  expect(deliver).toHaveBeenCalledTimes(1);
});

describe("what tells of a run", () => {
  /** Two servers over one store, and what they deliver: each waits until it is let go. */
  async function twoServers() {
    const { store, config } = await temporaryStore();
    const clock = setClock();
    const begun: string[] = [];
    const ends = new Map<string, (failed?: Error) => void>();
    const deliver: Deliver = ({ dedupe }) =>
      new Promise((resolve, reject) => {
        begun.push(dedupe);
        ends.set(dedupe, (failed) => (failed ? reject(failed) : resolve()));
        if (dedupe.startsWith("other")) resolve();
      });
    const second = isPostgresRun ? await openStore(config) : store;
    if (second !== store) onTestFinished(() => second.close());
    const workers = [
      startWorker(store, clock.now, deliver, "one"),
      startWorker(second, clock.now, deliver, "two"),
    ];
    const add = async (dedupe: string, more: Partial<NewDelivery> = {}): Promise<void> => {
      clock.pass(1);
      await queue(store, clock.now(), { dedupe, ...more });
    };
    let others = 0;
    /** Something else was queued after them, and went out at both servers: whatever may go out has begun. */
    const settledBeside = async (): Promise<string[]> => {
      for (const worker of workers) {
        const other = `other-${++others}`;
        await add(other);
        worker.wake();
        await until(
          () => begun.includes(other),
          () => `${other} is not sent`,
        );
      }
      return begun.filter((name) => !name.startsWith("other"));
    };
    return {
      store,
      clock,
      begun,
      add,
      settledBeside,
      end: (name: string, failed?: Error) => ends.get(name)!(failed),
    };
  }

  const told = (run: string, version: number): [string, Partial<NewDelivery>] => [
    `advance/${run}/${version}/0`,
    { run, kind: "call" },
  ];

  test("is sent one after the other, whichever server has it; another run's does not wait", async () => {
    const { store, add, settledBeside, end, begun } = await twoServers();
    // Versions are numbers: the tenth comes after the ninth.
    await add(...told("a", 9));
    await until(
      () => begun.length === 1,
      () => "nothing is sent",
    );
    await add(...told("a", 10));
    await add(...told("a", 11));
    await add(...told("b", 1));
    await until(
      () => begun.includes("advance/b/1/0"),
      () => "another run waits for this one",
    );
    expect(await settledBeside()).toEqual(["advance/a/9/0", "advance/b/1/0"]);
    end("advance/b/1/0");
    end("advance/a/9/0");
    await until(
      () => begun.includes("advance/a/10/0"),
      () => "the next one is not sent",
    );
    expect(await settledBeside()).not.toContain("advance/a/11/0");
    // One that fails is taken out, since a later one says more.
    end("advance/a/10/0", new Error("503"));
    await until(
      () => begun.includes("advance/a/11/0"),
      () => "the last one is not sent",
    );
    end("advance/a/11/0");
    await settled(store, "delivered");
    const names = (await allDeliveries(store.db)).map(({ dedupe }) => dedupe);
    expect(names.filter((name) => name.startsWith("advance/a"))).toEqual(["advance/a/9/0", "advance/a/11/0"]);
  });

  test("that a killed server had is not sent after what is told later, once its lease is over", async () => {
    const { store, clock, add, settledBeside, end, begun } = await twoServers();
    await queue(store, clock.now(), { dedupe: told("a", 1)[0], ...told("a", 1)[1] });
    // Whoever of the three has it first: nobody says how it went.
    await until(
      () => begun.length === 1,
      () => "nothing is sent",
    );
    await store.db
      .updateTable("deliveries")
      .set({ lease_owner: "killed" })
      .where("dedupe", "=", "advance/a/1/0")
      .execute();
    await add(...told("a", 2));
    expect(await settledBeside()).toEqual(["advance/a/1/0"]);
    end("advance/a/1/0");
    clock.pass(25);
    await until(
      () => begun.includes("advance/a/2/0"),
      () => "the next one is not sent",
    );
    expect(begun.filter((name) => name === "advance/a/1/0")).toHaveLength(1);
    end("advance/a/2/0");
    await settled(store, "delivered");
  });

  test("comes before the calls for what was sent in it; mails wait for nothing", async () => {
    const { store, add, settledBeside, end, begun } = await twoServers();
    const submission = await send(store, "SI-1");
    const run = `run-${submission}`;
    await add(...told(run, 1));
    await add("whole", { submission, kind: "call" });
    await add("receipt", { submission });
    await until(
      () => begun.includes("receipt"),
      () => "the mail waits",
    );
    expect((await settledBeside()).toSorted()).toEqual([`advance/${run}/1/0`, "receipt"]);
    end("receipt");
    end(`advance/${run}/1/0`);
    await until(
      () => begun.includes("whole"),
      () => "the call is not sent",
    );
    end("whole");
    await settled(store, "delivered");
  });
});
