/** Two servers on one PostgreSQL, with the stand-ins of payments behind relays that end a server at a confirmation. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { startPaymentStandIn, type PaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { openStore, type Store } from "../../../server/store/store.ts";
import { testDataKey, testDataKeys } from "../../support/data-keys.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import type { PayingBrand } from "./book-and-pay.ts";
import { startKillingRelay, type KillingRelay } from "./killing-relay.ts";
import { createDriver, type Driver } from "./load-driver.ts";
import { trialDatabase } from "./trial-database.ts";
import type { Trial } from "./trial.ts";
import { paymentSettings } from "../../support/payments.ts";

export interface Side {
  server: TestServer;
  relay: KillingRelay;
}

export interface TwoServers {
  standIn: PaymentStandIn;
  sides: [Side, Side];
  store: Store;
  /** Each asks whichever of the two: the dead one too. */
  drivers: Record<PayingBrand, Driver>;
  /** Moves all clocks ahead. */
  pass(seconds: number): Promise<void>;
  now(): Date;
}

interface Given {
  /** Connections of each driver. */
  atOnce: number;
  /** Where the clock begins. */
  begins: number;
  flow: string;
  /** Its first step. */
  step: string;
}

export async function openTwoServers(
  { long, later }: Trial,
  { atOnce, begins, flow, step }: Given,
): Promise<TwoServers> {
  const url = await trialDatabase({ long, later });
  const folder = await mkdtemp(join(tmpdir(), "vitrina-clock-"));
  later(() => rm(folder, { recursive: true, force: true }));
  const clock = join(folder, "ahead");
  let ahead = begins - Date.now();
  await writeFile(clock, String(ahead));
  const now = (): Date => new Date(Date.now() + ahead);
  const standIn = await startPaymentStandIn({ mode: "development", port: 0, clock: now });
  later(() => standIn.close());
  const side = async (): Promise<Side> => {
    const relay = await startKillingRelay(standIn.url, later);
    const server = await startServer({
      flags: ["--import", join(import.meta.dirname, "moved-clock.ts")],
      env: {
        TRIAL_CLOCK: clock,
        DATABASE_URL: url,
        DATA_KEY: testDataKey,
        TRUST_PROXY: "loopback",
        SERVICES_PORT: "off",
        ...paymentSettings(standIn, relay.url),
      },
    });
    later(() => server.close());
    return { server, relay };
  };
  const sides = await Promise.all([side(), side()]);
  const store = await openStore({ dataDir: "", databaseUrl: url, dataKeys: testDataKeys });
  later(() => store.close());
  const driverOf = (brand: PayingBrand): Driver => {
    const driver = createDriver({
      origin: () => `http://127.0.0.1:${sides[Math.random() < 0.5 ? 0 : 1].server.port}`,
      connections: atOnce,

      host: `${brand.toLowerCase()}.localhost`,
      form: { flow, step, answers: () => ({}) },
    });
    later(() => driver.close());
    return driver;
  };
  return {
    standIn,
    sides,
    store,
    drivers: { SI: driverOf("SI"), WI: driverOf("WI") },
    now,
    pass: async (seconds) => {
      ahead += 1000 * seconds;
      await writeFile(clock, String(ahead));
      // Servers look every 50 ms.
      await wait(150);
    },
  };
}

/** What is due, or somebody is at work on; with `alsoLater` whatever is to be done some time. */
const unfinished = async ({ store, now }: TwoServers, alsoLater: boolean): Promise<number> => {
  const time = now().toISOString();
  const isNow = sql<boolean>`(next_at <= ${time} or lease_until > ${time})`;
  const payments = await store.db
    .selectFrom("payments")
    .select("id")
    .where("told_at", "is", null)
    .$if(!alsoLater, (query) => query.where(isNow))
    .execute();
  const waits = await store.db
    .selectFrom("waits")
    .select("id")
    .where("state", "=", "decided")
    .$if(!alsoLater, (query) => query.where(isNow))
    .execute();
  return payments.length + waits.length;
};

/** Whether the money of somebody who came back is still to be asked for. */
export async function isAnyToSettle({ store }: TwoServers): Promise<boolean> {
  const found = await store.db
    .selectFrom("payments")
    .select("id")
    .where("state", "=", "pending")
    .where("returned", "is not", null)
    .execute();
  return found.length > 0;
}

/**
 * What is due is done; leases of the dead run out with the clock, and so does the time of who never came back. The clock
 * does not go on while somebody is at work, nor beyond the time of who came back: what is not settled at once is tried again.
 */
export async function settleAll(scene: TwoServers): Promise<void> {
  const pass = async (seconds: number): Promise<void> => {
    await scene.pass(seconds);
    await until(
      async () => (await unfinished(scene, false)) === 0,
      () => "something that is due is not done",
    );
    // A branch begins after what was waited for.
    await wait(400);
  };
  await pass(41);
  for (let tries = 0; tries < 5 && (await isAnyToSettle(scene)); tries += 1) await pass(41);
  for (const seconds of [11 * 60, 10 * 60, 41, 31, 10 * 60, 41, 41]) {
    if ((await unfinished(scene, true)) === 0) return;
    await pass(seconds);
  }
  assert.equal(await unfinished(scene, true), 0, "every payment is settled and told");
}

export const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;

export function shuffled<T>(all: T[]): T[] {
  const mixed = [...all];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}

/** So many at once, whichever is next. */
export async function allOf<T>(things: T[], atOnce: number, act: (thing: T) => Promise<void>): Promise<void> {
  const left = [...things];
  const one = async (): Promise<void> => {
    for (let thing = left.shift(); thing !== undefined; thing = left.shift()) await act(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** By currency; one of which there is nothing is left out. */
export function sumOf(amounts: { amount: number; currency: string }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { amount, currency } of amounts) if (amount > 0) sums[currency] = (sums[currency] ?? 0) + amount;
  return sums;
}
