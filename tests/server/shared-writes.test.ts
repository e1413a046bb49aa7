/** What several write in one moment: one commit for all of them, and each as if it were alone. */
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { withCommit } from "../../server/store/compiled.ts";
import { insertSession } from "../../server/store/sessions.ts";
import type { Queries, Store } from "../../server/store/store.ts";
import fc, { propertyRuns } from "../support/properties.ts";
import { isPostgresRun } from "../support/test-database.ts";
import { temporaryStore } from "./parts.ts";
import { changeSession, loseConnection, session } from "./session-parts.ts";

const sessions = async (db: Queries) =>
  (await db.selectFrom("sessions").select(["id", "brand"]).orderBy("id").execute()).map(
    ({ id, brand }) => `${id} ${brand}`,
  );

/** A transaction of which nothing is sent before it is whole. */
const inOne = (store: Store, ...ids: string[]): Promise<void> =>
  store.transaction(async (db) => {
    for (const id of ids) withCommit(db, insertSession(db, session(id)));
  });

test("each has what it asked for", async () => {
  const { store } = await temporaryStore();
  await insertSession(store.db, session("a"));
  const [changed, none] = await Promise.all([
    changeSession(store.db, { id: "a", changes: { brand: "WI" } }),
    changeSession(store.db, { id: "nobody", changes: { brand: "WI" } }),
    insertSession(store.db, session("b")),
    inOne(store, "c", "d"),
  ]);
  expect(changed.rows).toEqual([session("a", "WI")]);
  expect(none.rows).toEqual([]);
  expect(await sessions(store.db)).toEqual(["a WI", "b SI", "c SI", "d SI"]);
});

test("one that fails fails alone, and a transaction as a whole", async () => {
  const { store } = await temporaryStore();
  const unknown = { ...session("x"), brand: (() => {}) as unknown as string };
  const ended = await Promise.allSettled([
    insertSession(store.db, session("a")),
    insertSession(store.db, session("a")),
    inOne(store, "b", "c", "b"),
    insertSession(store.db, unknown),
    inOne(store, "d", "e"),
    insertSession(store.db, session("f")),
  ]);
  expect(ended.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await sessions(store.db)).toEqual(["a SI", "d SI", "e SI", "f SI"]);
});

test("a transaction whose work throws writes nothing of what it asked", async () => {
  const { store } = await temporaryStore();
  const failing = store.transaction(async (db) => {
    withCommit(db, insertSession(db, session("a")));
    throw new Error("thought better of it");
  });
  const [ended] = await Promise.allSettled([failing, insertSession(store.db, session("b"))]);
  expect(ended).toMatchObject({ status: "rejected", reason: { message: "thought better of it" } });
  expect(await sessions(store.db)).toEqual(["b SI"]);
});

test("a transaction that asks again after a while is one all the same", async () => {
  const { store } = await temporaryStore();
  await store.transaction(async (db) => {
    withCommit(db, insertSession(db, session("a")));
    await setImmediate();
    await wait(5);
    withCommit(db, insertSession(db, session("b")));
    expect(await sessions(db)).toEqual(["a SI", "b SI"]);
  });
  expect(await sessions(store.db)).toEqual(["a SI", "b SI"]);
});

test.runIf(isPostgresRun)("PostgreSQL does all of a moment in one transaction", async () => {
  const { store } = await temporaryStore();
  const ids = Array.from({ length: 8 }, (_, index) => `s${index}`);
  await Promise.all([
    ...ids.map((id) => insertSession(store.db, session(id))),
    inOne(store, "t1", "t2"),
    inOne(store, "u1"),
  ]);
  const { rows } = await sql<{ done: string; rows: number }>`select xmin::text as done, count(*)::int as rows
    from sessions group by xmin::text`.execute(store.db);
  expect(rows).toEqual([{ done: expect.any(String), rows: 11 }]);
});

test.runIf(isPostgresRun)("whoever waits for a lock does not keep those who come later", async () => {
  const { store } = await temporaryStore();
  await insertSession(store.db, session("a"));
  const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = store.transaction(async (db) => {
    await changeSession(db, { id: "a", changes: { brand: "X" } });
    isHeld.resolve();
    await letGo.promise;
  });
  await isHeld.promise;
  const told: string[] = [];
  const waits = changeSession(store.db, { id: "a", changes: { brand: "Y" } }).then(() => told.push("a"));
  await wait(5);
  await insertSession(store.db, session("b"));
  told.push("b");
  letGo.resolve();
  await Promise.all([holder, waits]);
  expect(told).toEqual(["b", "a"]);
  expect(await sessions(store.db)).toEqual(["a Y", "b SI"]);
});

test.runIf(isPostgresRun)("what was planned for a table as it was is planned anew", async () => {
  const { store } = await temporaryStore();
  await insertSession(store.db, session("a"));
  await changeSession(store.db, { id: "a", changes: { brand: "X" } });
  await sql`alter table sessions add column note text`.execute(store.db);
  const [changed] = await Promise.all([
    changeSession(store.db, { id: "a", changes: { brand: "Y" } }),
    insertSession(store.db, session("b")),
  ]);
  expect(changed.rows).toMatchObject([{ id: "a", brand: "Y", note: null }]);
  expect(await sessions(store.db)).toEqual(["a Y", "b SI"]);
});

test.runIf(isPostgresRun)("a connection that is lost is told to all who were on it", async () => {
  const { store } = await temporaryStore();
  const ended = await Promise.allSettled([
    insertSession(store.db, session("a")),
    store.transaction(async (db) => withCommit(db, loseConnection(db, {}))),
    insertSession(store.db, session("b")),
  ]);
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await insertSession(store.db, session("c"));
  expect(await sessions(store.db)).toEqual(["c SI"]);
});

test("of many writes at once, all that is told as done is there, and nothing of what was refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 3 }), { maxLength: 60 }),
      async (units) => {
        const { store } = await temporaryStore();
        // Who wrote a row says which of those who wanted the same one had it.
        const write = (unit: number, keys: number[]): Promise<unknown> => {
          const rows = keys.map((key) => session(`k${key}`, `u${unit}`));
          if (rows.length === 1) return insertSession(store.db, rows[0]!);
          return store.transaction(async (db) => {
            for (const row of rows) withCommit(db, insertSession(db, row));
          });
        };
        const ended = await Promise.allSettled(units.map((keys, unit) => write(unit, keys)));
        const there = new Map<string, string[]>();
        for (const { id, brand } of await store.db.selectFrom("sessions").select(["id", "brand"]).execute())
          there.set(brand, [...(there.get(brand) ?? []), id]);
        for (const [unit, { status }] of ended.entries()) {
          const wanted = units[unit]!.map((key) => `k${key}`).toSorted();
          const found = (there.get(`u${unit}`) ?? []).toSorted();
          expect(found).toEqual(status === "fulfilled" ? wanted : []);
        }
        // Nobody was refused whose rows nobody else had, and who did not want one twice.
        for (const [unit, { status }] of ended.entries()) {
          const keys = units[unit]!;
          const isContended = units.some(
            (other, at) => at !== unit && other.some((key) => keys.includes(key)),
          );
          if (!isContended && new Set(keys).size === keys.length) expect(status).toBe("fulfilled");
        }
        await store.close();
      },
    ),
    { numRuns: propertyRuns(8) },
  );
});
