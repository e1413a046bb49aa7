/** Outages on a clock that is set, and what an operator does about what they leave behind. */
import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { maxAttempts } from "../../server/deliveries/back-off.ts";
import { createDeliver } from "../../server/deliveries/deliver.ts";
import { deliverMails } from "../../server/mail/deliver-mail.ts";
import { deliverCalls } from "../../server/services/deliver-call.ts";
import { createMail } from "../../server/mail/transport.ts";
import { buryDelivery, leaseDeliveries, markDelivered } from "../../server/store/deliveries.ts";
import {
  findDelivery,
  listDeliveries,
  requeueDead,
  requeueDelivery,
} from "../../server/store/deliveries-operated.ts";
import { openStore } from "../../server/store/store.ts";
import { startSmtp } from "../support/smtp.ts";
import { until } from "../support/until.ts";
import { mailPayload, queue, settled, startWorker } from "./delivery-parts.ts";
import { allDeliveries, setClock, temporaryStore } from "./parts.ts";

const people = ["ana", "luis", "eva"].map((name) => `${name}@correo.example`);

async function withMailDown() {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  await smtp.stop();
  const { store, dataDir, config } = await temporaryStore();
  const clock = setClock();
  const mail = createMail({ smtpUrl: smtp.url, dataDir });
  onTestFinished(() => mail.close());
  const services = {
    call: () => Promise.reject(new Error("no calls here")),
    embedded: [],
    circuits: () => [],
    close: async () => {},
  };
  const deliver = createDeliver({
    mail: deliverMails(mail),
    call: deliverCalls({ services, revision: async () => undefined, queue: async () => {} }),
  });
  for (const to of people) await queue(store, clock.now(), { payload: { ...mailPayload, to } });
  const worker = startWorker(store, clock.now, deliver);
  const tried = (): Promise<void> =>
    until(
      async () =>
        (await allDeliveries(store.db)).every(
          ({ state, next_at }) =>
            state === "dead" ||
            state === "delivered" ||
            (state === "queued" && new Date(next_at) > clock.now()),
        ),
      () => "what is due was not tried",
    );
  await tried();
  /** Lets so many minutes pass, in steps, with all that is due in each. */
  const pass = async (minutes: number, step: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed += step) {
      clock.pass(step * 60);
      worker.wake();
      await tried();
    }
  };
  return { smtp, store, config, clock, worker, pass };
}

describe("outages", () => {
  test("ten minutes: everything waits, and everybody has one mail afterwards", async () => {
    const { smtp, store, pass } = await withMailDown();
    await pass(10, 1);
    const waiting = await allDeliveries(store.db);
    expect(waiting.map(({ state }) => state)).toEqual(["queued", "queued", "queued"]);
    for (const { id, attempts } of waiting) {
      const { failures } = (await findDelivery(store.db, id))!;
      expect(attempts).toBeGreaterThanOrEqual(5);
      expect(failures.map(({ attempt }) => attempt)).toEqual(
        Array.from({ length: attempts }, (_, index) => index + 1),
      );
      expect(failures[0]!.error).toMatch(/ECONNREFUSED/);
    }
    await smtp.restart();
    // The longest wait after ten minutes of trying is not longer than those.
    await pass(12, 1);
    await settled(store, "delivered");
    expect(smtp.messages.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted());
  });

  test("48 hours: dead letters, which an operator's retry brings to everybody, once", async () => {
    const { smtp, store, clock, worker, pass } = await withMailDown();
    await pass(47 * 60, 61);
    expect((await allDeliveries(store.db)).map(({ state }) => state)).toEqual(["queued", "queued", "queued"]);
    await pass(14 * 60, 61);
    for (const lost of await allDeliveries(store.db)) {
      expect(lost).toMatchObject({ state: "dead", attempts: maxAttempts });
    }
    await smtp.restart();
    expect(await requeueDead(store.db, clock.now())).toHaveLength(3);
    worker.wake();
    await settled(store, "delivered");
    expect(smtp.messages.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted());
    const [first] = await allDeliveries(store.db);
    expect(first).toMatchObject({ attempts: 1, last_error: null });
    // What went wrong before is still known.
    expect((await findDelivery(store.db, first!.id))!.failures).toHaveLength(maxAttempts);
  });
});

describe("an operator", () => {
  test("lists by state and brand, the newest first, without what is somebody's", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    for (const brand of ["SI", "WI", "SI"]) {
      await queue(store, clock.now(), { brand });
      clock.pass(60);
    }
    const all = await listDeliveries(store.db, { limit: 10 });
    expect(all.map(({ brand, state }) => [brand, state])).toEqual([
      ["SI", "queued"],
      ["WI", "queued"],
      ["SI", "queued"],
    ]);
    expect(all[0]!.created_at > all[2]!.created_at).toBe(true);
    expect(JSON.stringify(all)).not.toContain("ana@");
    expect(await listDeliveries(store.db, { limit: 10, brand: "WI" })).toHaveLength(1);
    expect(await listDeliveries(store.db, { limit: 10, state: "dead" })).toEqual([]);
    expect(await listDeliveries(store.db, { limit: 2 })).toHaveLength(2);
  });

  test("queues again what waits or is dead, never what is under way or was delivered", async () => {
    const { store } = await temporaryStore();
    const { now } = setClock();
    for (let index = 0; index < 4; index += 1) await queue(store, now());
    const [waiting, dead, leased, delivered] = (await allDeliveries(store.db)).map(({ id }) => id);
    const set = (id: string, more: object) =>
      store.db.updateTable("deliveries").set(more).where("id", "=", id).execute();
    const later = "2026-11-22T00:00:00.000Z";
    await set(waiting!, { next_at: later, attempts: 7 });
    await set(dead!, { state: "dead", attempts: 58 });
    await set(leased!, { state: "leased", lease_owner: "x", lease_until: later, next_at: later });
    await set(delivered!, { state: "delivered", delivered_at: later });
    const ids = [waiting, dead, leased, delivered, randomUUID()];
    const outcomes = [];
    for (const id of ids) outcomes.push(await requeueDelivery(store.db, id!, now()));
    expect(outcomes).toEqual(["queued", "queued", "leased", "delivered", "unknown"]);
    for (const id of [waiting, dead]) {
      const { delivery } = (await findDelivery(store.db, id!))!;
      expect(delivery).toMatchObject({ state: "queued", attempts: 0, next_at: now().toISOString() });
    }
  });

  test("who lost his lease before a retry has no say in the attempt after it", async () => {
    const { store } = await temporaryStore();
    const clock = setClock();
    await queue(store, clock.now());
    const lease = async () => {
      const until = new Date(clock.now().getTime() + 60_000);
      return (await leaseDeliveries(store.db, { owner: "one", now: clock.now(), until, limit: 1 }))[0]!;
    };
    const first = await lease();
    clock.pass(61);
    expect(await buryDelivery(store.db, await lease(), "no")).toBe(true);
    expect(await requeueDelivery(store.db, first.id, clock.now())).toBe("queued");
    const again = await lease();
    expect(again).toMatchObject({ attempts: first.attempts, lease_owner: first.lease_owner });
    expect(await markDelivered(store.db, first, clock.now())).toBe(false);
    expect(await markDelivered(store.db, again, clock.now())).toBe(true);
  });

  test("a running server notices what another process queues", async () => {
    const { store, config } = await temporaryStore();
    const now = (): Date => new Date();
    const seen: string[] = [];
    startWorker(store, now, async ({ dedupe }) => void seen.push(dedupe));
    const other = await openStore(config);
    onTestFinished(() => other.close());
    await queue(other, now(), { dedupe: "from elsewhere" });
    await until(
      () => seen.length === 1,
      () => "it was not noticed",
    );
    expect(seen).toEqual(["from elsewhere"]);
  });
});
