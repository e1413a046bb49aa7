import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { backOff, mostAttempts } from "../../server/deliveries/back-off.ts";
import { createDeliver, type DeliverParts } from "../../server/deliveries/deliver.ts";
import { createMail, type MailPayload } from "../../server/deliveries/mail.ts";
import { DeliveryRefused } from "../../server/deliveries/refusal.ts";
import { startDeliveries, type Deliver } from "../../server/deliveries/worker.ts";
import type { CallResult, Services } from "../../server/services/services.ts";
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
import type { Store } from "../../server/store/store.ts";
import { startSmtp } from "../support/smtp.ts";
import { until } from "../support/until.ts";
import { allDeliveries, keptLog, setClock, temporaryStore } from "./parts.ts";

const mailPayload: MailPayload = {
  to: "ana@correo.example",
  from: { name: "Marca", address: "no-responder@marca.example" },
  subject: "Hola",
  text: "Hola\n",
  html: "<p>Hola</p>",
};

const queue = (store: Store, now: Date, more: Partial<NewDelivery> = {}) =>
  store.transaction((db) =>
    enqueueDelivery(
      db,
      { submission: null, brand: "SI", kind: "mail", dedupe: randomUUID(), payload: mailPayload, ...more },
      now,
    ),
  );

/** A worker whose every `deliver` is kept; ended with the test. */
function startWorker(store: Store, now: () => Date, deliver: Deliver, owner = "one") {
  const log = keptLog();
  const worker = startDeliveries({ store, deliver, log, owner, clock: now, random: () => 0.5 });
  onTestFinished(() => worker.stop());
  return { ...worker, log };
}

const settled = (store: Store, state: string) =>
  until(
    async () => (await allDeliveries(store.db)).every((delivery) => delivery.state === state),
    3000,
    () => `not all are ${state}`,
  );

const callServices = (call: Services["call"]): Services => ({ call, embedded: [], close: async () => {} });
const answering = (result: Partial<CallResult>): Services =>
  callServices(async () => ({ ok: true, status: 200, data: null, ...result }));

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
    expect(backOff(mostAttempts, 0.5)).toBeUndefined();
    let hours = 0;
    for (let attempt = 1; attempt < mostAttempts; attempt += 1) hours += backOff(attempt, 0.5)! / 3_600_000;
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
    const began = performance.now();
    worker.wake();
    await settled(store, "delivered");
    expect(performance.now() - began).toBeLessThan(2000);
    expect(deliver).toHaveBeenCalledTimes(21);
    expect(new Set(deliver.mock.calls.map(([{ id }]) => id)).size).toBe(21);
  });

  test("a failure is tried again when its time has come, then delivered once", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    await queue(store, clock.now());
    const deliver = vi
      .fn<Deliver>()
      .mockRejectedValueOnce(new Error("450 ana@correo.example later"))
      .mockResolvedValue();
    const worker = startWorker(store, clock.now, deliver);
    await settled(store, "queued");
    await until(
      () => deliver.mock.calls.length === 1,
      2000,
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

  test("after 48 hours of trying it is dead", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    await queue(store, clock.now());
    const worker = startWorker(store, clock.now, async () => {
      throw new Error("still down");
    });
    await until(
      async () => {
        clock.pass(600);
        worker.wake();
        return (await deadDeliveries(store.db)).length === 1;
      },
      20_000,
      () => "not dead",
    );
    expect(await deadDeliveries(store.db)).toMatchObject([
      { attempts: mostAttempts, last_error: "still down" },
    ]);
  }, 30_000);

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
      2000,
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

describe("carrying out", () => {
  test("mail: the server is down, comes back, and has one mail", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    await smtp.stop();
    const { store, dataDir } = await temporaryStore();
    const clock = setClock();
    const mail = createMail({ smtpUrl: smtp.url, dataDir });
    const deliver = createDeliver({ mail, services: answering({}), revision: async () => undefined });
    await queue(store, clock.now());
    const worker = startWorker(store, clock.now, deliver);
    await until(
      async () => (await allDeliveries(store.db))[0]?.last_error !== null,
      3000,
      () => "did not fail",
    );
    expect((await allDeliveries(store.db))[0]).toMatchObject({ state: "queued", attempts: 1 });
    await smtp.restart();
    clock.pass(10);
    worker.wake();
    await settled(store, "delivered");
    const [message] = await smtp.waitFor(1);
    const [delivery] = await allDeliveries(store.db);
    expect(message?.email.messageId).toBe(`<${delivery?.id}@marca.example>`);
    expect(smtp.messages).toHaveLength(1);
  });

  test("mail: a recipient refused for good is dead at once", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    smtp.refuse(550);
    const { store, dataDir } = await temporaryStore();
    const { now } = setClock();
    const mail = createMail({ smtpUrl: smtp.url, dataDir });
    await queue(store, now());
    startWorker(
      store,
      now,
      createDeliver({ mail, services: answering({}), revision: async () => undefined }),
    );
    await settled(store, "dead");
    expect((await deadDeliveries(store.db))[0]?.last_error).toMatch(/recipients were rejected/);
  });

  const call = { brand: "SI", call: "a.b", input: { x: 1 }, revision: "hash" };
  const revision = { hash: "hash" } as never;

  test("call: goes to the service of its revision, with the delivery's id as key", async () => {
    const { store, dataDir } = await temporaryStore();
    const { now } = setClock();
    const asked = vi.fn<Services["call"]>(async () => ({ ok: true, status: 201, data: null }));
    const find = vi.fn<DeliverParts["revision"]>(async () => revision);
    const mail = createMail({ dataDir });
    await queue(store, now(), { kind: "call", payload: call });
    startWorker(store, now, createDeliver({ mail, services: callServices(asked), revision: find }));
    await settled(store, "delivered");
    const [delivery] = await allDeliveries(store.db);
    expect(asked.mock.calls).toEqual([[{ revision, call: "a.b", input: { x: 1 }, key: delivery?.id }]]);
    expect(find).toHaveBeenCalledWith("SI", "hash");
  });

  test.each<[Partial<CallResult>, string]>([
    [{ ok: false, status: 400, failure: "status" }, "dead"],
    [{ ok: false, status: 404, failure: "status" }, "dead"],
    [{ ok: false, status: 408, failure: "status" }, "queued"],
    [{ ok: false, status: 425, failure: "status" }, "queued"],
    [{ ok: false, status: 429, failure: "status" }, "queued"],
    [{ ok: false, status: 302, failure: "status" }, "queued"],
    [{ ok: false, status: 500, failure: "status" }, "queued"],
    [{ ok: false, status: 0, failure: "timeout" }, "queued"],
    [{ ok: false, status: 0, failure: "unreachable" }, "queued"],
    [{ ok: false, status: 200, failure: "garbled" }, "queued"],
  ])("call: %j is then %s", async (result, state) => {
    const { store, dataDir } = await temporaryStore();
    const { now } = setClock();
    await queue(store, now(), { kind: "call", payload: call });
    const parts = {
      mail: createMail({ dataDir }),
      services: answering(result),
      revision: async () => revision,
    };
    startWorker(store, now, createDeliver(parts));
    await until(
      async () => (await allDeliveries(store.db))[0]?.last_error !== null,
      2000,
      () => "did not fail",
    );
    expect((await allDeliveries(store.db))[0]).toMatchObject({ state, attempts: 1 });
  });

  test("call: without its revision it waits for one", async () => {
    const { store, dataDir } = await temporaryStore();
    const { now } = setClock();
    await queue(store, now(), { kind: "call", payload: call });
    const parts = { mail: createMail({ dataDir }), services: answering({}), revision: async () => undefined };
    startWorker(store, now, createDeliver(parts));
    await until(
      async () => (await allDeliveries(store.db))[0]?.last_error !== null,
      2000,
      () => "did not fail",
    );
    expect((await allDeliveries(store.db))[0]?.state).toBe("queued");
  });
});
