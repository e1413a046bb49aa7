/** What holds of the embedded store alone. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { newRowId } from "../../server/random.ts";
import { openDatabase } from "../../server/store/sqlite.ts";
import { databaseFile, openStore, type Queries } from "../../server/store/store.ts";
import { createGroupCommit } from "../../server/store/group-commit.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";
import { projectRoot } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const addSession = (db: Queries, id: string) =>
  db.insertInto("sessions").values({ id, brand: "SI", created_at: "" }).execute();
const sessionIds = async (db: Queries) =>
  (await db.selectFrom("sessions").select("id").orderBy("id").execute()).map(({ id }) => id);

async function openFile() {
  const dataDir = await temporaryFolder();
  const store = await openStore({ dataDir });
  onTestFinished(() => store.close());
  return { store, dataDir };
}

test("a commit is on the disk before it is acknowledged", async () => {
  const { store } = await openFile();
  const pragma = async (name: string) =>
    Object.values(
      (await sql`select * from ${sql.raw(`pragma_${name}`)}`.execute(store.db)).rows[0] as object,
    )[0];
  expect(await pragma("journal_mode")).toBe("wal");
  expect(await pragma("synchronous")).toBe(2);
  expect(await pragma("foreign_keys")).toBe(1);
});

test("what was removed or replaced is in the file no more", async () => {
  const { store, dataDir } = await openFile();
  // Short ones lie among others in a page, long ones have pages of their own.
  const short = (index: number): string => `${index}-Xaviera`;
  const long = (index: number): string => `${index}-${"Yolanda".repeat(2000)}`;
  const few = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (const index of few) await addSession(store.db, short(index));
  for (const index of few) await addSession(store.db, long(index));
  for (const index of [0, 2, 4]) {
    await store.db
      .deleteFrom("sessions")
      .where("id", "in", [short(index), long(index)])
      .execute();
    const replaced = [short(index + 1), long(index + 1)];
    for (const id of replaced)
      await store.db.updateTable("sessions").set({ id: randomUUID() }).where("id", "=", id).execute();
  }
  await store.close();
  const bytes = (await readFile(databaseFile(dataDir))).toString("latin1");
  expect([...new Set(bytes.match(/[0-9]-(?:Xaviera|Yolanda)/g))].toSorted()).toEqual(
    [6, 7, 8, 9].flatMap((index) => [`${index}-Xaviera`, `${index}-Yolanda`]),
  );
});

test("two processes on one file wait for each other", async () => {
  const { store, dataDir } = await openFile();
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

test("what a newer server changed in a table is given by its new names, also by what was asked before", async () => {
  const { store, dataDir } = await openFile();
  await addSession(store.db, "s1");
  const all = () => store.db.selectFrom("sessions").selectAll().execute();
  expect(await all()).toEqual([{ id: "s1", brand: "SI", created_at: "" }]);
  const newer = openDatabase(databaseFile(dataDir));
  newer.exec("alter table sessions rename column created_at to began_at");
  newer.close();
  expect(await all()).toEqual([{ id: "s1", brand: "SI", began_at: "" }]);
});

test("what the worker and the runs ask is answered from an index", async () => {
  const { store } = await openFile();
  const plan = async (text: string) =>
    (await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(store.db)).rows
      .map(({ detail }) => detail)
      .join("\n");
  const due =
    "select id from deliveries where state in ('queued', 'leased') and next_at <= 'x' order by next_at";
  expect(await plan(due)).toContain("deliveries_due");
  const newest = "select * from runs where session = 's' and brand = 'b' and flow = 'f' order by updated_at";
  expect(await plan(newest)).toMatch(/USING INDEX runs_/);
  expect(await plan("select * from deliveries where submission = 'n'")).toContain("deliveries_by_submission");
  expect(await plan("select * from submissions where number = 'n'")).toContain("submissions_by_number");
  expect(await plan("select id from files where run = 'r'")).toContain("files_by_run");
});

test("a draft changes no index that has its session's place", async () => {
  const { store } = await openFile();
  const { rows } = await sql<{ columns: string }>`
    select group_concat(columns.name) as columns
    from pragma_index_list('runs') as indexes, pragma_index_info(indexes.name) as columns
    group by indexes.name`.execute(store.db);
  const changed = rows.map(({ columns }) => columns).filter((columns) => columns.includes("updated_at"));
  expect(changed).toEqual(["updated_at"]);
});

test("what is written later has its place in an index after what was there", async () => {
  const ids: string[] = [];
  for (let time = 0; time < 20; time += 1) {
    ids.push(newRowId());
    await wait(2);
  }
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, newRowId)).size).toBe(1000);
});

test("a full disk takes back what shares its commit, and all of them are told", async () => {
  const { store } = await openFile();
  await addSession(store.db, "before");
  const { page_count: pages } = (await sql<{ page_count: number }>`pragma page_count`.execute(store.db))
    .rows[0]!;
  await sql`pragma max_page_count = ${sql.lit(pages + 8)}`.execute(store.db);
  const large = "x".repeat(100_000);
  const results = await Promise.allSettled([
    addSession(store.db, "first"),
    store.transaction((db) => addSession(db, large)),
    addSession(store.db, "last"),
  ]);
  const stored = await sessionIds(store.db);
  expect(stored).toContain("before");
  expect(stored).not.toContain(large);
  // Whoever was told so has it, and nobody else.
  for (const [index, id] of ["first", large, "last"].entries()) {
    expect(stored.includes(id)).toBe(results[index]!.status === "fulfilled");
  }
  expect(results[1]).toMatchObject({ status: "rejected", reason: expect.any(StoreUnavailable) });
  await sql`pragma max_page_count = 100000`.execute(store.db);
  await addSession(store.db, large);
  expect(await sessionIds(store.db)).toContain(large);
});

test("whoever waits for a turn is told when the file is closed under the one before", async () => {
  const database = openDatabase(join(await temporaryFolder(), "closed.sqlite"));
  const turns = createGroupCommit(database);
  const first = await turns.next();
  const second = turns.next();
  database.close();
  expect(() => first.undo()).not.toThrow();
  await expect(second).rejects.toThrow(/not open/);
});
