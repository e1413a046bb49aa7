/** Queries that are compiled once say what they would say if they were compiled each time. */
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { compiled, together, withCommit } from "../../server/store/compiled.ts";
import { insertSession } from "../../server/store/sessions.ts";
import type { Queries } from "../../server/store/store.ts";
import type { DeliveriesTable, SessionsTable } from "../../server/store/tables.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";
import { isPostgresRun } from "../support/test-database.ts";
import { temporaryStore } from "./parts.ts";
import { rawText } from "./raw-database.ts";
import { changeSession, loseConnection, session } from "./session-parts.ts";

const delivery: Omit<DeliveriesTable, "id" | "dedupe"> = {
  submission: null,
  run: null,
  brand: "SI",
  kind: "mail",
  payload: "{}",
  state: "queued",
  attempts: 0,
  next_at: "now",
  lease_owner: null,
  lease_until: null,
  last_error: null,
  created_at: "now",
  delivered_at: null,
};
const sessions = async (db: Queries) =>
  (await db.selectFrom("sessions").select("id").orderBy("id").execute()).map(({ id }) => id);
const insertSessions = compiled((db, rows: SessionsTable[]) => db.insertInto("sessions").values(rows));

describe("compiled", () => {
  test("a query is built once for values of one shape, and each time has its own values", async () => {
    const { store } = await temporaryStore();
    const built: string[] = [];
    const ofBrand = compiled((db, { brand, not }: { brand: string; not?: string | undefined }) => {
      built.push(not === undefined ? "brand" : "brand and not");
      const query = db.selectFrom("sessions").select("id").where("brand", "=", brand).orderBy("id");
      return not === undefined ? query : query.where("id", "!=", not);
    });
    await insertSessions(store.db, [session("a"), session("b"), session("c", "WI")]);
    const ids = async (values: Parameters<typeof ofBrand>[1]) =>
      (await ofBrand(store.db, values)).rows.map(({ id }) => id);
    expect(await ids({ brand: "SI" })).toEqual(["a", "b"]);
    expect(await ids({ brand: "WI" })).toEqual(["c"]);
    expect(await ids({ brand: "SI", not: "a" })).toEqual(["b"]);
    expect(await ids({ brand: "SI", not: "b" })).toEqual(["a"]);
    expect(await ids({ brand: "WI", not: undefined })).toEqual(["c"]);
    expect(built).toEqual(["brand", "brand and not"]);
  });

  test("lists of another length and other columns are other shapes", async () => {
    const { store } = await temporaryStore();
    await insertSessions(store.db, [session("a")]);
    await insertSessions(store.db, [session("b"), session("c")]);
    await insertSessions(store.db, [session("d")]);
    expect(await sessions(store.db)).toEqual(["a", "b", "c", "d"]);
    await changeSession(store.db, { id: "a", changes: { brand: "X" } });
    await changeSession(store.db, { id: "b", changes: { created_at: "then" } });
    const { rows } = await changeSession(store.db, { id: "c", changes: { brand: "Y", created_at: "then" } });
    expect(rows).toEqual([{ id: "c", brand: "Y", created_at: "then" }]);
    const all = await store.db.selectFrom("sessions").selectAll().orderBy("id").execute();
    expect(all.map(({ brand, created_at }) => `${brand} ${created_at}`)).toEqual([
      "X now",
      "SI then",
      "Y then",
      "SI now",
    ]);
  });

  test("personal values are sealed and opened, whether there was one or none when it was built", async () => {
    const { store, config } = await temporaryStore();
    const insert = compiled((db, row: DeliveriesTable) =>
      db.insertInto("deliveries").values(row).returning(["id", "last_error"]),
    );
    const ask = async (id: string, last_error: string | null) =>
      (await insert(store.db, { ...delivery, id, dedupe: id, last_error })).rows;
    expect(await ask("none", null)).toEqual([{ id: "none", last_error: null }]);
    expect(await ask("one", "ana@correo.cl")).toEqual([{ id: "one", last_error: "ana@correo.cl" }]);
    expect(await ask("other", "eva@correo.cl")).toEqual([{ id: "other", last_error: "eva@correo.cl" }]);
    expect(await rawText(config)).not.toContain("@correo.cl");
  });
});

describe("together", () => {
  test("what a transaction asks in one moment is done in its order, all of it or nothing", async () => {
    const { store } = await temporaryStore();
    const [, { rows }] = await store.transaction((db) =>
      together(insertSession(db, session("a")), changeSession(db, { id: "a", changes: { brand: "X" } })),
    );
    expect(rows).toEqual([{ ...session("a"), brand: "X" }]);
    const failing = store.transaction(async (db) => {
      await together(
        insertSession(db, session("b")),
        insertSession(db, session("a")),
        insertSession(db, session("c")),
      );
    });
    // The first that failed, not one that failed because of it.
    await expect(failing).rejects.toThrow(/unique|duplicate/i);
    expect(await sessions(store.db)).toEqual(["a"]);
  });

  test("the first error in order counts, and none is under way any more when it is told", async () => {
    const seen: string[] = [];
    const later = (name: string, error?: Error) =>
      setImmediate().then(() => {
        seen.push(name);
        if (error) throw error;
      });
    const all = together(
      later("one"),
      later("two", new Error("second")),
      Promise.reject(new Error("third")),
      later("four"),
    );
    await expect(all).rejects.toThrow("second");
    expect(seen).toEqual(["one", "two", "four"]);
  });

  test("a query that comes after its transaction has ended is refused", async () => {
    const { store } = await temporaryStore();
    let kept: Queries | undefined;
    await store.transaction(async (db) => {
      kept = db;
      await insertSession(db, session("a"));
    });
    await expect(insertSession(kept!, session("late"))).rejects.toThrow(/committed/);
    expect(await sessions(store.db)).toEqual(["a"]);
  });

  test.runIf(isPostgresRun)(
    "a table that was changed under planned statements changes nothing that is said",
    async () => {
      const { store } = await temporaryStore();
      await insertSession(store.db, session("a"));
      const look = () =>
        store.transaction((db) =>
          together(changeSession(db, { id: "a", changes: { brand: "X" } }), insertSession(db, session("b"))),
        );
      await store.transaction((db) => changeSession(db, { id: "a", changes: { brand: "Y" } }));
      await sql`alter table sessions add column note text`.execute(store.db);
      const [{ rows }] = await look();
      expect(rows).toMatchObject([{ id: "a", brand: "X" }]);
      expect(await sessions(store.db)).toEqual(["a", "b"]);
    },
  );
});

describe("withCommit", () => {
  test("what nobody waits for is there when the transaction is, with what was asked before it", async () => {
    const { store } = await temporaryStore();
    const { changed } = await store.transaction(async (db) => {
      await insertSession(db, session("a"));
      withCommit(db, insertSession(db, session("b")));
      withCommit(db, undefined);
      const last = changeSession(db, { id: "a", changes: { brand: "X" } });
      withCommit(db, last);
      return { changed: last };
    });
    expect((await changed).rows).toEqual([{ ...session("a"), brand: "X" }]);
    expect(await sessions(store.db)).toEqual(["a", "b"]);
  });

  test("one that fails takes all of it back, and is why the transaction failed", async () => {
    const { store } = await temporaryStore();
    const failing = store.transaction(async (db) => {
      await insertSession(db, session("a"));
      for (const id of ["b", "a", "c"]) withCommit(db, insertSession(db, session(id)));
    });
    await expect(failing).rejects.toThrow(/unique|duplicate/i);
    expect(await sessions(store.db)).toEqual([]);
    // The connection is as good as before.
    await store.transaction((db) => insertSession(db, session("d")));
    expect(await sessions(store.db)).toEqual(["d"]);
  });

  test("one that fails before it is asked takes all of it back", async () => {
    const { store } = await temporaryStore();
    const insert = compiled((db, row: DeliveriesTable) => db.insertInto("deliveries").values(row));
    const failing = store.transaction(async (db) => {
      const row = { ...delivery, id: "a", dedupe: "a", last_error: 7 as unknown as string };
      withCommit(db, insertSession(db, session("a")));
      withCommit(db, insert(db, row));
    });
    await expect(failing).rejects.toThrow("deliveries.last_error");
    expect(await sessions(store.db)).toEqual([]);
  });

  test("it does not keep from being done what is asked after it, nor what fails after it from being taken back", async () => {
    const { store } = await temporaryStore();
    const seen = await store.transaction(async (db) => {
      withCommit(db, insertSession(db, session("a")));
      return await sessions(db);
    });
    expect(seen).toEqual(["a"]);
    // The second of these would fail, and nobody would hear of it.
    const failing = store.transaction(async (db) => {
      for (const id of ["b", "a"]) withCommit(db, insertSession(db, session(id)));
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    expect(await sessions(store.db)).toEqual(["a"]);
    expect(() => withCommit(store.db, undefined)).toThrow("no transaction");
  });

  test.runIf(isPostgresRun)(
    "a connection that is lost with the commit is told, and the next is another one",
    async () => {
      const { store } = await temporaryStore();
      const lost = store.transaction(async (db) => {
        withCommit(db, insertSession(db, session("a")));
        withCommit(db, loseConnection(db, {}));
        withCommit(db, insertSession(db, session("b")));
      });
      await expect(lost).rejects.toThrow(StoreUnavailable);
      await store.transaction(async (db) => withCommit(db, insertSession(db, session("c"))));
      expect(await sessions(store.db)).toEqual(["c"]);
    },
  );

  test.runIf(isPostgresRun)("a deadlock that is met on the way to the commit is done again", async () => {
    const { store } = await temporaryStore();
    await insertSessions(store.db, [session("a"), session("b")]);
    let tries = 0;
    const both = Promise.withResolvers<void>();
    const change = async (first: string, second: string, brand: string): Promise<void> =>
      await store.transaction(async (db) => {
        await changeSession(db, { id: first, changes: { brand } });
        if ((tries += 1) === 2) both.resolve();
        await both.promise;
        withCommit(db, changeSession(db, { id: second, changes: { brand } }));
      });
    await Promise.all([change("a", "b", "X"), change("b", "a", "Y")]);
    // Who is done again may take its first row before the other one has it: then they meet once more.
    expect(tries).toBeGreaterThan(2);
    const [{ brand: a }, { brand: b }] = (
      await sql<{ brand: string }>`select brand from sessions`.execute(store.db)
    ).rows as [{ brand: string }, { brand: string }];
    expect(a).toBe(b);
  });
});
