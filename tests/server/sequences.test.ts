import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Kysely } from "kysely";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { CompiledSequence } from "../../schemas/engine/types/index.ts";
import { migrate, migrations } from "../../server/store/migrations.ts";
import { nextNumber } from "../../server/store/sequences.ts";
import { sqliteDialect } from "../../server/store/sqlite.ts";
import { openStore, type Store } from "../../server/store/store.ts";
import { goodClaim, openClaims, proceed, started, submitClaim } from "./claim-parts.ts";
import { setClock, temporaryStore } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const yearly: CompiledSequence = { text: "{number}-{year}", digits: 9, every: "year" };

const take = (store: Store, more: object = {}) =>
  store.transaction(async (db) => {
    const given = { brand: "SI", flow: "claim", sequence: "sheets", definition: yearly, year: "2026" };
    return (await nextNumber(db, { ...given, ...more })).number;
  });

describe("the next number", () => {
  test("is counted for each brand, flow, sequence and year", async () => {
    const { store } = await temporaryStore();
    expect(await take(store)).toBe("000000001-2026");
    expect(await take(store)).toBe("000000002-2026");
    for (const other of [{ brand: "WI" }, { flow: "other" }, { sequence: "others" }]) {
      expect(await take(store, other)).toBe("000000001-2026");
    }
    expect(await take(store, { year: "2027" })).toBe("000000001-2027");
    expect(await take(store)).toBe("000000003-2026");
  });

  test("goes on over the years where it never begins again, and over its digits", async () => {
    const { store } = await temporaryStore();
    const definition = { text: "N° {number}", digits: 1, every: "never" };
    const numbers: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      numbers.push(await take(store, { definition, year: String(2026 + index) }));
    }
    expect([numbers[0], numbers[10]]).toEqual(["N° 1", "N° 11"]);
  });

  test("is given back by who takes back, and none is taken twice at once", async () => {
    const { store } = await temporaryStore();
    const numbers = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        store.transaction(async (db) => {
          const { position } = await nextNumber(db, {
            brand: "SI",
            flow: "claim",
            sequence: "sheets",
            definition: yearly,
            year: "2026",
          });
          if (index % 3 === 0) throw new Error("taken back");
          return position;
        }),
      ),
    );
    const taken = numbers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });
});

describe("submissions", () => {
  test("50 at once have the numbers from 1 to 50, in each brand", async () => {
    const app = await openClaims(setClock().now);
    const visitors = await Promise.all(Array.from({ length: 50 }, () => started(app)));
    const [peruvian, ...numbers] = await Promise.all([
      submitClaim(app, "WI"),
      ...visitors.map(async ({ who, run }) => {
        const { state, status } = await proceed(who, run);
        expect(status).toBe(200);
        return (state.results["submission"] as { number: string }).number;
      }),
    ]);
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 50 }, (_, index) => `${String(index + 1).padStart(9, "0")}-2026`),
    );
    expect(peruvian).toBe("000000001-2026");
    const stored = await app.store.db
      .selectFrom("submissions")
      .select(["id", "number", "sequence", "period", "position", "state"])
      .where("brand", "=", "SI")
      .orderBy("position")
      .execute();
    expect(stored.map(({ position }) => position)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(new Set(stored.map(({ id }) => id)).size).toBe(50);
    expect(stored[49]).toMatchObject({
      number: "000000050-2026",
      sequence: "sheets",
      period: "2026",
      state: "accepted",
    });
  });

  test("one that failed has none, and leaves no gap: it takes the next one when it is accepted", async () => {
    const app = await openClaims(setClock().now);
    const { who, run } = await started(app);
    const failed = await proceed(who, run, { ...goodClaim, "sheet.detail": "fail" });
    expect(failed.outcome).toEqual({ redirect: "/306", failure: true });
    expect(failed.state.results["submission"]).not.toHaveProperty("number");
    expect(await submitClaim(app)).toBe("000000001-2026");
    const again = await proceed(who, failed.state);
    expect(again.state.results["submission"]).toMatchObject({ number: "000000002-2026" });
    expect(await submitClaim(app)).toBe("000000003-2026");
    const stored = await app.store.db
      .selectFrom("submissions")
      .select(["number", "state"])
      .orderBy("number")
      .execute();
    expect(stored).toEqual(
      [1, 2, 3].map((position) => ({ number: `00000000${position}-2026`, state: "accepted" })),
    );
  });

  test("those that fail or are cut off among others leave no gaps", async () => {
    const app = await openClaims(setClock().now);
    const all = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const fate = ["accepted", "failed", "accepted", "cut off", "accepted"][index % 5]!;
        return { ...(await started(app)), fate, key: randomUUID() };
      }),
    );
    const send = (one: (typeof all)[number]) => {
      const answers = { ...goodClaim, ...(one.fate === "failed" ? { "sheet.detail": "fail" } : {}) };
      return proceed(one.who, one.run, answers, one.key);
    };
    // The last transaction of these is done to its end, and not written: what a kill leaves, or a full disk.
    const cut = all.filter(({ fate }) => fate === "cut off").map(({ run }) => run.run);
    const { transaction } = app.store;
    app.store.transaction = (work) =>
      transaction(async (db) => {
        const result = await work(db);
        const accepted = db.selectFrom("submissions").select("run").where("state", "=", "accepted");
        if (await accepted.where("run", "in", cut).executeTakeFirst()) throw new Error("cut off");
        return result;
      });
    const first = await Promise.all(all.map(send));
    expect(first.map(({ status }) => status)).toEqual(
      all.map(({ fate }) => (fate === "cut off" ? 500 : 200)),
    );
    const stored = async () =>
      await app.store.db
        .selectFrom("submissions")
        .select(["state", "position"])
        .orderBy("position")
        .execute();
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
    const positions = async (state: string) =>
      (await stored()).flatMap((one) => (one.state === state ? [one.position] : []));
    expect(await positions("accepted")).toEqual(upTo(18));
    expect(await positions("failed")).toEqual(Array(6).fill(null));
    expect(await positions("pending")).toEqual(Array(6).fill(null));

    app.store.transaction = transaction;
    const again = await Promise.all(
      all.map(async (one) => [
        one.fate,
        (one.fate === "failed" ? await proceed(one.who, one.run) : await send(one)).status,
      ]),
    );
    expect(again).toEqual(all.map(({ fate }) => [fate, 200]));
    expect(await positions("accepted")).toEqual(upTo(30));
  });

  test("what is refused takes no number", async () => {
    const app = await openClaims(setClock().now);
    const { who, run } = await started(app);
    expect((await proceed(who, run, { "sheet.name": "Ana" })).status).toBe(422);
    expect(await submitClaim(app)).toBe("000000001-2026");
  });

  test("the year is that of the brand's time zone", async () => {
    const clock = setClock("2027-01-01T02:59:00.000Z");
    const app = await openClaims(clock.now);
    expect(await submitClaim(app, "SI")).toBe("000000001-2026");
    clock.pass(60);
    expect(await submitClaim(app, "SI")).toBe("000000001-2027");
    // In Lima it is two hours earlier.
    expect(await submitClaim(app, "WI")).toBe("000000001-2026");
  });
});

test("a store from before sequences keeps its submissions and deliveries", async () => {
  const dataDir = await temporaryFolder();
  const file = join(dataDir, "vitrina.sqlite");
  const first = new Kysely<unknown>({ dialect: sqliteDialect(file) });
  await migrate(first, "sqlite", migrations.slice(0, 1));
  await first.destroy();
  const old = new DatabaseSync(file);
  old.exec(`
    insert into sessions values ('s', 'SI', 'now');
    insert into runs values ('r', 's', 'SI', 'f', 'h', 'a', 0, '{}', '{}', '[]', 'done', null, null, null, 'now', 'now');
    insert into submissions values ('SI-1', 'r', 'a', 'SI', 'f', 'h', '{}', '{}', 'accepted', 'now', 'now');
    insert into deliveries values ('d', 'SI-1', 'SI', 'mail', 'x', '{}', 'dead', 1, 'now', null, null, null, 'now', null);
  `);
  old.close();
  const store = await openStore({ dataDir });
  const [submission] = await store.db.selectFrom("submissions").selectAll().execute();
  expect(submission).toMatchObject({ id: "SI-1", number: "SI-1", sequence: null, state: "accepted" });
  const removal = store.db.deleteFrom("submissions").execute();
  await expect(removal).rejects.toThrow(/FOREIGN KEY/);
  await store.close();
});
