/** Several servers on one PostgreSQL: they share all but the processor. */
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { startDeliveries } from "../../server/deliveries/worker.ts";
import { enqueueDelivery } from "../../server/store/deliveries.ts";
import { revisionNumbers } from "../../server/store/migrations/revision-numbers.ts";
import { keepRevision, newestRevisions, publishMark } from "../../server/store/revisions.ts";
import { openStore, type Store } from "../../server/store/store.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { testDataKeys } from "../support/data-keys.ts";
import { createDatabase } from "../support/postgres.ts";
import { smallRevision } from "./evidence-parts.ts";
import { keptLog, projectRoot } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

async function shared(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

/** Two servers, each with definition files of its own. */
async function two(): Promise<[TestApp, TestApp]> {
  const databaseUrl = await shared();
  const one = async (): Promise<TestApp> =>
    await openApp({
      storeConfig: { dataDir: await temporaryFolder(), databaseUrl, dataKeys: testDataKeys },
      copy: contactAlone(),
    });
  return [await one(), await one()];
}

const begin = async (who: Visitor): Promise<RunState> =>
  (await who.ask("POST", "/api/runs", { flow: "contact", revision: "-" })).json();

const proceed = (who: Visitor, run: RunState, key: string) =>
  who.ask(
    "POST",
    `/api/runs/${run.run}/continue`,
    { step: "request", version: 0, answers: contactAnswers["SI"] },
    { "idempotency-key": key },
  );

test("a run goes on wherever its requests arrive, and has one submission", async () => {
  const [first, second] = await two();
  const here = visitor(first, "SI");
  const run = await begin(here);
  const there = visitor(second, "SI", here.cookie);
  const draft = { version: 0, answers: { "request.name": "Ana" } };
  expect((await there.ask("PATCH", `/api/runs/${run.run}/answers`, draft)).statusCode).toBe(204);
  const { run: seen } = (await here.ask("GET", "/api/runs?flow=contact")).json();
  expect(seen.answers).toMatchObject({ "request.name": "Ana" });

  const key = randomUUID();
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, index) => proceed(index % 2 === 0 ? here : there, run, key)),
  );
  // Whoever came second is told to wait, and has the same answer when it asks again.
  const answered = tries.filter(({ statusCode }) => statusCode === 200);
  const waiting = tries.filter(({ statusCode }) => statusCode === 409);
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.length + waiting.length).toBe(12);
  expect(waiting.every((one) => one.json().error === "busy")).toBe(true);
  const again = await Promise.all([proceed(here, run, key), proceed(there, run, key)]);
  for (const one of again) expect(one.json()).toEqual(answered[0]!.json());
  const submissions = await first.store.db.selectFrom("submissions").select("state").execute();
  expect(submissions).toEqual([{ state: "accepted" }]);
});

test("what one publishes is soon live at the other, and its own older files do not undo it", async () => {
  const [first, second] = await two();
  const title = async (app: TestApp): Promise<string> =>
    (await visitor(app, "SI").ask("GET", "/contacto")).body;
  expect(await title(second)).not.toContain("Hablemos hoy");
  const file = "schemas/screens/contact.json";
  await first.edit(file, '"title": "Contáctanos', '"title": "Hablemos hoy');
  await first.definitions.reload();
  expect(await title(first)).toContain("Hablemos hoy");
  await expect.poll(() => title(second), { interval: 50 }).toContain("Hablemos hoy");
  // Its files are read again, and say what they said before.
  await second.definitions.reload();
  expect(await title(second)).toContain("Hablemos hoy");
  // A change of its own is the newest again.
  await second.edit(file, '"title": "Contáctanos', '"title": "Escríbenos hoy');
  await second.definitions.reload();
  await expect.poll(() => title(first), { interval: 50 }).toContain("Escríbenos hoy");
});

test("each delivery is carried out by one of them", async () => {
  const databaseUrl = await shared();
  const stores = await Promise.all(
    [1, 2, 3].map(async () => openStore({ dataDir: "", databaseUrl, dataKeys: testDataKeys })),
  );
  for (const store of stores) onTestFinished(() => store.close());
  const carried: string[] = [];
  const names = Array.from({ length: 60 }, (_, index) => `delivery-${index}`);
  for (const dedupe of names) {
    const delivery = { submission: null, brand: "SI", kind: "call" as const, dedupe, payload: {} };
    await enqueueDelivery(stores[0]!.db, delivery, new Date());
  }
  const workers = stores.map((store, index) =>
    startDeliveries({
      store,
      log: keptLog(),
      owner: `worker-${index}`,
      deliver: async ({ dedupe }) => void carried.push(dedupe),
    }),
  );
  await expect.poll(() => carried.length).toBe(names.length);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(carried.toSorted()).toEqual(names.toSorted());
  const states = await stores[0]!.db.selectFrom("deliveries").select("state").distinct().execute();
  expect(states).toEqual([{ state: "delivered" }]);
});

test("servers that start together make the tables once", async () => {
  const databaseUrl = await shared();
  const empty = await openStore({ dataDir: "", databaseUrl, dataKeys: testDataKeys });
  await sql`drop schema public cascade`.execute(empty.db);
  await sql`create schema public`.execute(empty.db);
  await empty.close();
  const stores = await Promise.all(
    Array.from({ length: 4 }, async () => openStore({ dataDir: "", databaseUrl, dataKeys: testDataKeys })),
  );
  const { count } = await stores[0]!.db
    .selectFrom("sessions")
    .select((build) => build.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
  for (const store of stores) await store.close();
});

/** Processes that start at the same moment over the same store: what each of them published in the end. */
async function publishTogether(words: string[], many: number): Promise<unknown[]> {
  const started = Array.from({ length: many }, () =>
    fork(join(import.meta.dirname, "publish-together.ts"), words, {
      execPath: join(projectRoot, "node_modules/.bin/node"),
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }),
  );
  for (const one of started) onTestFinished(() => void one.kill());
  await Promise.all(started.map((one) => once(one, "message")));
  const told = started.map(async (one) => await Promise.race([once(one, "message"), once(one, "exit")]));
  for (const one of started) one.send("go");
  return (await Promise.all(told)).map(([answer]: unknown[]) => answer);
}

const rounds = Number(process.env["VITRINA_TEST_ROUNDS"] ?? 1);

test(
  "servers that publish into an empty PostgreSQL together all do",
  { timeout: 600_000 * rounds },
  async () => {
    const databaseUrl = await shared();
    for (let round = 0; round < rounds; round++) {
      const opened = await openStore({ dataDir: "", databaseUrl, dataKeys: testDataKeys });
      await sql`drop schema public cascade`.execute(opened.db);
      await sql`create schema public`.execute(opened.db);
      await opened.close();
      const told = await publishTogether([await temporaryFolder(), databaseUrl], 3);
      expect([round, told]).toEqual([round, Array.from({ length: 3 }, () => ["CO", "KI", "SI", "WI"])]);
    }
  },
);

test("servers that publish the same into an empty table, again and again, never stand in each other's way", async () => {
  const databaseUrl = await shared();
  const stores = await Promise.all(
    [1, 2, 3].map(async () => openStore({ dataDir: "", databaseUrl, dataKeys: testDataKeys })),
  );
  for (const store of stores) onTestFinished(() => store.close());
  for (let round = 0; round < 50; round++) {
    await stores[0]!.db.deleteFrom("revisions").execute();
    const publish = async (store: Store): Promise<void> => {
      for (const brand of ["SI", "WI", "CO", "KI"])
        await keepRevision(store, smallRevision(brand), "engine", new Date());
    };
    await Promise.all(stores.map(publish));
    expect(await newestRevisions(stores[0]!)).toHaveLength(4);
  }
});

test(
  "processes that open an empty SQLite together, as a server and a command do, all can",
  { timeout: 600_000 * rounds },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const told = await publishTogether([await temporaryFolder()], 3);
      expect([round, told]).toEqual([round, Array.from({ length: 3 }, () => ["CO", "KI", "SI", "WI"])]);
    }
  },
);

test("what is published again goes before what was published since", async () => {
  const databaseUrl = await shared();
  const store = await openStore({ dataDir: "", databaseUrl, dataKeys: testDataKeys });
  onTestFinished(() => store.close());
  const publish = async (brand: string, hash: string) =>
    await keepRevision(store, { ...smallRevision(brand), hash }, "engine", new Date());
  for (const hash of ["a", "b", "a", "a", "c", "b"]) await publish("SI", hash);
  expect((await newestRevisions(store)).map(({ hash }) => hash)).toEqual(["b"]);
  const marks = new Set<string>();
  for (const hash of ["a", "b", "a", "d"]) {
    await publish("SI", hash);
    marks.add(await publishMark(store));
  }
  expect(marks.size).toBe(4);
  // Earlier versions gave numbers that the database's counter did not know.
  await sql`update revisions set sequence = 500 where hash = 'd'`.execute(store.db);
  await sql`select setval(pg_get_serial_sequence('revisions', 'sequence'), 499)`.execute(store.db);
  await revisionNumbers.up(store.db as unknown as Transaction<unknown>, "postgres");
  await publish("SI", "e");
  expect((await newestRevisions(store)).map(({ hash }) => hash)).toEqual(["e"]);
});

test("a connection that is lost in a transaction is that transaction's failure alone", async () => {
  const databaseUrl = await shared();
  const [store, other] = [
    await openStore({ dataDir: "", databaseUrl, dataKeys: testDataKeys }),
    await openStore({ dataDir: "", databaseUrl, dataKeys: testDataKeys }),
  ];
  onTestFinished(async () => void (await Promise.all([store.close(), other.close()])));
  const begun = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<void>();
  const lost = store.transaction(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    begun.resolve(rows[0]!.pid);
    await ended.promise;
    await sql`select 1`.execute(db);
  });
  await sql`select pg_terminate_backend(${sql.lit(await begun.promise)})`.execute(other.db);
  // Nothing is asked of it meanwhile, so no query hears of it: an error that nobody hears ends the process.
  await wait(200);
  ended.resolve();
  await expect(lost).rejects.toThrow(StoreUnavailable);
  await sql`select 1`.execute(store.db);
});
