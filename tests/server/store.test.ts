import { setTimeout as wait } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { migrate, migrations } from "../../server/store/migrations.ts";
import { held, lockLine, lockRun } from "../../server/store/locks.ts";
import { publishMark } from "../../server/store/revisions.ts";
import { holdFreeRun, takeRun } from "../../server/store/runs.ts";
import { openStore, type Queries } from "../../server/store/store.ts";
import { isPostgresRun } from "../support/test-database.ts";
import { temporaryStore } from "./parts.ts";

const at = "2026-11-21T12:00:00.000Z";
const kind = isPostgresRun ? "postgres" : "sqlite";
const addSession = (db: Queries, id: string) =>
  db.insertInto("sessions").values({ id, brand: "SI", created_at: at }).execute();
const sessionIds = async (db: Queries) =>
  (await db.selectFrom("sessions").select("id").orderBy("id").execute()).map(({ id }) => id);

const run = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  session: "s",
  brand: "SI",
  flow: "f",
  revision: "r",
  step: "a",
  version: 0,
  answers: "{}",
  results: "{}",
  done: "[]",
  status: "open" as const,
  failure: null,
  busy_key: null,
  busy_until: null,
  created_at: at,
  updated_at: at,
  ...more,
});

describe("openStore", () => {
  test("keeps what was written, and opens again", async () => {
    const { store, config } = await temporaryStore();
    await addSession(store.db, "a");
    const again = await openStore(config);
    expect(await sessionIds(again.db)).toEqual(["a"]);
    await again.close();
  });

  test("rows are plain objects", async () => {
    const { store } = await temporaryStore();
    await addSession(store.db, "a");
    const row = await store.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  test("refuses a database that is newer than the program", async () => {
    const { store, config } = await temporaryStore();
    await sql`insert into migrations values (99, 'from tomorrow', '2027-01-01')`.execute(store.db);
    await expect(openStore(config)).rejects.toThrow(/más nueva \(99\).*newer version \(99\)/s);
  });

  test("a failing migration leaves nothing behind, and the next start tries it again", async () => {
    const { store } = await temporaryStore();
    const db = store.db as unknown as Kysely<unknown>;
    const breaking = {
      name: "breaking",
      up: async (transaction: Kysely<unknown>) => {
        await sql`create table half (id text)`.execute(transaction);
        throw new Error("no room");
      },
    };
    await expect(migrate(db, kind, [...migrations, breaking])).rejects.toThrow("no room");
    await expect(sql`select 1 from half`.execute(db)).rejects.toThrow("half");
    const mended = {
      name: "mended",
      up: (transaction: Kysely<unknown>) =>
        sql`create table half (id text)`.execute(transaction) as Promise<never>,
    };
    await migrate(db, kind, [...migrations, mended]);
    const versions = await sql<{ version: number }>`select version from migrations order by version`.execute(
      db,
    );
    expect(versions.rows.map(({ version }) => version)).toEqual(
      [...migrations, mended].map((_migration, index) => index + 1),
    );
  });
});

test.runIf(isPostgresRun)("a migration may take longer than a query, on PostgreSQL", async () => {
  const { store } = await temporaryStore();
  const timeouts: unknown[] = [];
  const look = {
    name: "look",
    up: async (db: Kysely<unknown>) => {
      timeouts.push(...(await sql`show statement_timeout`.execute(db)).rows);
    },
  };
  const db = store.db as unknown as Kysely<unknown>;
  await migrate(db, kind, [...migrations, look]);
  timeouts.push(...(await sql`show statement_timeout`.execute(db)).rows);
  expect(timeouts).toEqual([{ statement_timeout: "0" }, { statement_timeout: "8s" }]);
});

describe("transaction", () => {
  test("what was read under a lock is still so when it is written: no change is lost", async () => {
    const { store } = await temporaryStore();
    const sequence = { brand: "SI", flow: "f", sequence: "s", period: "" };
    await store.db
      .insertInto("sequences")
      .values({ ...sequence, last: 0 })
      .execute();
    const addOne = () =>
      store.transaction(async (db) => {
        const { last } = await held(db, db.selectFrom("sequences").select("last")).executeTakeFirstOrThrow();
        await db
          .updateTable("sequences")
          .set({ last: last + 1 })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    expect(await store.db.selectFrom("sequences").select("last").execute()).toEqual([{ last: 20 }]);
  });

  test("of several who look first and write the same key, one writes it and the others see that", async () => {
    const { store } = await temporaryStore();
    const addOnce = () =>
      store.transaction(async (db) => {
        if ((await sessionIds(db)).includes("s")) return "seen";
        await addSession(db, "s");
        return "written";
      });
    const outcomes = await Promise.all(Array.from({ length: 8 }, addOnce));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => "seen"), "written"]);
    // A mistake of our own is told, and not tried for long.
    await expect(store.transaction((db) => addSession(db, "s"))).rejects.toThrow(/unique|duplicate/i);
  });

  test.each([
    ["lockRun", (db: Queries) => lockRun(db, "r"), (db: Queries) => holdFreeRun(db, "r", at)],
    [
      "lockLine",
      (db: Queries) => lockLine(db, "s"),
      (db: Queries) => db.updateTable("sessions").set({ brand: "WI" }).where("id", "=", "s").execute(),
    ],
  ])("%s keeps others out until the transaction ends", async (_, lock, change) => {
    const { store } = await temporaryStore();
    await addSession(store.db, "s");
    await store.db.insertInto("runs").values(run("r")).execute();
    const order: string[] = [];
    const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
    const first = store.transaction(async (db) => {
      await lock(db);
      hasLocked();
      await wait(100);
      order.push("first");
    });
    await locked;
    await store.transaction(async (db) => void (await change(db)));
    order.push("second");
    await first;
    expect(order).toEqual(["first", "second"]);
  });

  test("a table that a newer version changes is read and written all the same, inside of a transaction and outside", async () => {
    const { store } = await temporaryStore();
    await addSession(store.db, "s");
    const read = (db: Queries) => db.selectFrom("sessions").selectAll().where("id", "=", "s").execute();
    // As often as a database may need to keep its plan.
    for (let times = 0; times < 8; times += 1) await read(store.db);
    await store.transaction(read);
    const change = (table: string, column: string) =>
      sql`alter table ${sql.table(table)} add column ${sql.ref(column)} text`.execute(store.db);
    await change("sessions", "later");
    expect(await Promise.all(Array.from({ length: 6 }, () => read(store.db)))).toHaveLength(6);
    await change("sessions", "last");
    expect(await Promise.all(Array.from({ length: 6 }, () => store.transaction(read)))).toHaveLength(6);
  });

  test("nobody sees what is inside an open one", async () => {
    const { store } = await temporaryStore();
    const slow = store.transaction(async (db) => {
      await addSession(db, "slow");
      await wait(60);
      throw new Error("taken back");
    });
    const query = addSession(store.db, "query");
    const seen = [sessionIds(store.db), store.transaction((db) => sessionIds(db))];
    await expect(slow).rejects.toThrow("taken back");
    await query;
    for (const ids of await Promise.all(seen)) expect(ids).not.toContain("slow");
    expect(await sessionIds(store.db)).toEqual(["query"]);
  });

  test("many at once, half of them failing: each is whole or not there", async () => {
    const { store } = await temporaryStore();
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        store.transaction(async (db) => {
          await addSession(db, `${index}-a`);
          await wait(index % 3);
          if (index % 2 === 1) throw new Error("taken back");
          await addSession(db, `${index}-b`);
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
    const ids = await sessionIds(store.db);
    expect(ids).toHaveLength(60);
    expect(ids.every((id) => Number.parseInt(id, 10) % 2 === 0)).toBe(true);
  });

  test.each([
    ["a query on the store", (store: Awaited<ReturnType<typeof openStore>>) => sessionIds(store.db)],
    [
      "another transaction",
      (store: Awaited<ReturnType<typeof openStore>>) => store.transaction(async () => undefined),
    ],
  ])("%s inside throws instead of waiting for itself", async (_name, use) => {
    const { store } = await temporaryStore();
    await expect(store.transaction(() => use(store) as Promise<unknown>)).rejects.toThrow(
      /transaction is open here/,
    );
    expect(await sessionIds(store.db)).toEqual([]);
  });

  test("an error in a statement is the one that is seen", async () => {
    const { store } = await temporaryStore();
    const twice = store.transaction(async (db) => {
      await addSession(db, "a");
      await addSession(db, "a");
    });
    await expect(twice).rejects.toThrow(
      /UNIQUE constraint failed: sessions.id|unique constraint "sessions_pkey"/,
    );
    expect(await sessionIds(store.db)).toEqual([]);
  });
});

describe("constraints", () => {
  test("a session has one open run for each brand and flow", async () => {
    const { store } = await temporaryStore();
    await addSession(store.db, "s");
    const insert = (id: string, more = {}) => store.db.insertInto("runs").values(run(id, more)).execute();
    await insert("1");
    await expect(insert("2")).rejects.toThrow(/unique/i);
    await insert("3", { flow: "g" });
    await insert("4", { status: "done" });
    await insert("5", { status: "done" });
    await expect(insert("6", { flow: "h", session: "nobody" })).rejects.toThrow(/foreign key/i);
  });
});

test("a publish that was numbered before another one and committed after it is noticed", async () => {
  const { store } = await temporaryStore();
  const publish = (hash: string, sequence: number) =>
    store.db
      .insertInto("revisions")
      .values({ hash, brand: hash, engine: "e", content: "{}", published_at: at, sequence })
      .execute();
  const marks = [await publishMark(store)];
  for (const sequence of [2, 1, 3]) {
    await publish(`r${sequence}`, sequence);
    marks.push(await publishMark(store));
  }
  expect(new Set(marks).size).toBe(4);
});

test("whoever takes a run waits for one who made sure that it is free", async () => {
  const { store } = await temporaryStore();
  await addSession(store.db, "s");
  await store.db.insertInto("runs").values(run("r")).execute();
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const holding = store.transaction(async (db) => {
    expect(await holdFreeRun(db, "r", at)).toBe(true);
    held.resolve();
    await wait(100);
    order.push("held");
  });
  await held.promise;
  await takeRun(store.db, { session: "s", id: "r" }, "token", at, "2999-01-01T00:00:00.000Z");
  order.push("taken");
  await holding;
  expect(order).toEqual(["held", "taken"]);
  expect(await holdFreeRun(store.db, "r", at)).toBe(false);
});
