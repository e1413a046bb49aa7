import { execFile } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { sql, type Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { migrate, migrations } from "../../server/store/migrations.ts";
import { openStore, type Queries } from "../../server/store/store.ts";
import { projectRoot, temporaryFolder, temporaryStore } from "./parts.ts";

const at = "2026-11-21T12:00:00.000Z";
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
    const dataDir = await temporaryFolder();
    const first = await openStore({ dataDir });
    await addSession(first.db, "a");
    await first.close();
    const second = await openStore({ dataDir });
    expect(await sessionIds(second.db)).toEqual(["a"]);
    await second.close();
  });

  test("a commit is on the disk before it is acknowledged", async () => {
    const { store } = await temporaryStore();
    const pragma = async (name: string) =>
      Object.values(
        (await sql`select * from ${sql.raw(`pragma_${name}`)}`.execute(store.db)).rows[0] as object,
      )[0];
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
  });

  test("rows are plain objects", async () => {
    const { store } = await temporaryStore();
    await addSession(store.db, "a");
    const row = await store.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  test("refuses a database that is newer than the program", async () => {
    const dataDir = await temporaryFolder();
    await (await openStore({ dataDir })).close();
    const database = new DatabaseSync(join(dataDir, "vitrina.sqlite"));
    database.exec("insert into migrations values (99, 'from tomorrow', '2027-01-01')");
    database.close();
    await expect(openStore({ dataDir })).rejects.toThrow(/más nueva \(99\).*newer version \(99\)/s);
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
    await expect(migrate(db, [...migrations, breaking])).rejects.toThrow("no room");
    expect((await sql`select 1 from sqlite_schema where name = 'half'`.execute(db)).rows).toEqual([]);
    const mended = {
      name: "mended",
      up: (transaction: Kysely<unknown>) =>
        sql`create table half (id text)`.execute(transaction) as Promise<never>,
    };
    await migrate(db, [...migrations, mended]);
    const versions = await sql<{ version: number }>`select version from migrations order by version`.execute(
      db,
    );
    expect(versions.rows.map(({ version }) => version)).toEqual(
      [...migrations, mended].map((_migration, index) => index + 1),
    );
  });
});

describe("transaction", () => {
  test("nothing else runs inside an open one", async () => {
    const { store } = await temporaryStore();
    const order: string[] = [];
    const slow = store.transaction(async (db) => {
      await addSession(db, "slow");
      await wait(60);
      order.push("slow");
      throw new Error("taken back");
    });
    const query = addSession(store.db, "query").then(() => order.push("query"));
    const other = store.transaction(async (db) => {
      order.push(`other sees ${(await sessionIds(db)).join()}`);
    });
    await expect(slow).rejects.toThrow("taken back");
    await Promise.all([query, other]);
    expect(order).toEqual(["slow", "query", "other sees query"]);
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
    await expect(twice).rejects.toThrow(/UNIQUE constraint failed: sessions.id/);
    expect(await sessionIds(store.db)).toEqual([]);
  });

  test("two processes on one file wait for each other", async () => {
    const { store, dataDir } = await temporaryStore();
    const other = `
      import { openStore } from ${JSON.stringify(join(projectRoot, "server/store/store.ts"))};
      const store = await openStore({ dataDir: ${JSON.stringify(dataDir)} });
      for (let index = 0; index < 50; index += 1) {
        await store.transaction((db) => db.insertInto("sessions").values({ id: "other" + index, brand: "SI", created_at: "" }).execute());
      }
      await store.close();`;
    const child = promisify(execFile)(process.execPath, ["--input-type=module-typescript", "--eval", other]);
    let ours = 0;
    const done = child.then(() => true);
    while (!(await Promise.race([done, wait(5).then(() => false)]))) {
      await store.transaction((db) => addSession(db, `ours${ours}`));
      ours += 1;
    }
    expect(ours).toBeGreaterThan(0);
    expect(await sessionIds(store.db)).toHaveLength(50 + ours);
  });
});

describe("constraints", () => {
  test("a session has one open run for each brand and flow", async () => {
    const { store } = await temporaryStore();
    await addSession(store.db, "s");
    const insert = (id: string, more = {}) => store.db.insertInto("runs").values(run(id, more)).execute();
    await insert("1");
    await expect(insert("2")).rejects.toThrow(/UNIQUE/);
    await insert("3", { flow: "g" });
    await insert("4", { status: "done" });
    await insert("5", { status: "done" });
    await expect(insert("6", { flow: "h", session: "nobody" })).rejects.toThrow(/FOREIGN KEY/);
  });

  test("what the worker and the runs ask is answered from an index", async () => {
    const { store } = await temporaryStore();
    const plan = async (text: string) =>
      (await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(store.db)).rows
        .map(({ detail }) => detail)
        .join("\n");
    const due =
      "select id from deliveries where state in ('queued', 'leased') and next_at <= 'x' order by next_at";
    expect(await plan(due)).toContain("deliveries_due");
    const newest =
      "select * from runs where session = 's' and brand = 'b' and flow = 'f' order by updated_at";
    expect(await plan(newest)).toMatch(/USING INDEX runs_/);
    expect(await plan("select * from deliveries where submission = 'n'")).toContain(
      "deliveries_by_submission",
    );
    expect(await plan("select * from submissions where number = 'n'")).toContain("submissions_by_number");
    expect(await plan("select id from files where run = 'r'")).toContain("files_by_run");
  });
});
