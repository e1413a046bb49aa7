/** A sealed value that somebody changed: it is named, and everything beside it goes on. */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { eraseRun } from "../../server/evidence/erase.ts";
import { applyRetention, planRetention } from "../../server/evidence/retention.ts";
import { verifyEvidence } from "../../server/evidence/verify.ts";
import { whileHeld } from "../../server/runs/attempt.ts";
import { parseDataKey } from "../../server/config/storage.ts";
import { dataKeyFile } from "../../server/store/data-keys.ts";
import { personalColumnRefs } from "../../server/store/personal.ts";
import { deadDeliveries, leaseDeliveries } from "../../server/store/deliveries.ts";
import { pendingSubmissions } from "../../server/store/submissions.ts";
import { findDetails, keepDetails } from "../../server/store/visitor-details.ts";
import { openStore, type Store, type StoreConfig } from "../../server/store/store.ts";
import { queue, settled, startWorker } from "./delivery-parts.ts";
import { send } from "./evidence-parts.ts";
import { setClock, temporaryStore } from "./parts.ts";
import { askRaw } from "./raw-database.ts";
import { at, fillAll } from "./sealing-parts.ts";

const now = new Date("2026-11-22T12:00:00.000Z");

/** Changes one character in the middle of a sealed value, or of all in a column. */
async function damage(config: StoreConfig, place: string, where = ""): Promise<void> {
  const [table, column] = place.split(".") as [string, string];
  const [row] = await askRaw(config, `select ${column} as value from ${table} ${where}`);
  const value = String(row!["value"]);
  expect(value).toMatch(/^sealed\.1\./);
  const middle = value.length - 10;
  const other = value[middle] === "A" ? "B" : "A";
  const changed = value.slice(0, middle) + other + value.slice(middle + 1);
  await askRaw(config, `update ${table} set ${column} = $1 ${where}`, [changed]);
}

const findings = async (store: Store): Promise<string[]> => {
  const { found } = await verifyEvidence(store.db, { badValues: await store.badValues() });
  return found
    .map(({ finding, brand, position, submission, subject }) =>
      [finding, brand, position, submission, subject].filter((part) => part !== undefined).join(" "),
    )
    .toSorted();
};

test("one damaged byte in any sealed column is named, and it alone", async () => {
  const { store, config } = await temporaryStore();
  await fillAll(store);
  expect(await store.badValues()).toEqual([]);
  for (const place of personalColumnRefs) {
    const [table, column] = place.split(".") as [string, string];
    const [before] = await askRaw(config, `select ${column} as value from ${table}`);
    await damage(config, place);
    expect(await store.badValues()).toEqual([{ place, key: expect.any(Object), isPlain: false }]);
    // A value of another column is as good as a damaged one.
    const other = personalColumnRefs.find((one) => one !== place)!;
    const [otherTable, otherColumn] = other.split(".") as [string, string];
    const [moved] = await askRaw(config, `select ${otherColumn} as value from ${otherTable}`);
    await askRaw(config, `update ${table} set ${column} = $1`, [String(moved!["value"])]);
    expect(await store.badValues()).toMatchObject([{ place, isPlain: false }]);
    await askRaw(config, `update ${table} set ${column} = $1`, [String(before!["value"])]);
  }
  await store.reseal();
  await askRaw(config, "update runs set answers = '{}'");
  expect(await store.badValues()).toMatchObject([{ place: "runs.answers", key: { id: "r" }, isPlain: true }]);
});

describe("in the chain", () => {
  test.each([
    ["submissions.answers", "where id = 'SI-2'", "value-damaged SI 3 SI-2 submissions.answers"],
    ["submissions.context", "where id = 'SI-2'", "value-damaged SI 3 SI-2 submissions.context"],
    ["consents.text", "where submission = 'SI-2'", "value-damaged SI 4 SI-2 consents.text s.terms"],
    ["consents.text_hash", "where submission = 'SI-2'", "value-damaged SI 4 SI-2 consents.text_hash s.terms"],
    ["runs.answers", "where id = 'run-SI-2'", "value-damaged  runs.answers run-SI-2"],
  ])("a damaged %s is a finding, and the rest is verified", async (place, where, expected) => {
    const { store, config } = await temporaryStore();
    for (const id of ["SI-1", "SI-2", "SI-3"]) await send(store, id);
    await damage(config, place, where);
    await askRaw(config, "update submissions set number = 'N' where id = 'SI-3'");
    expect(await findings(store)).toEqual(["submission-changed SI 5 SI-3", expected]);
  });

  test("what is damaged is not in SQL's text: a revision, an entry's detail, a hold", async () => {
    const { store, config } = await temporaryStore();
    await send(store, "SI-1");
    await askRaw(config, "update revisions set content = substr(content, 2)");
    await sql`update evidence set detail = substr(detail, 2) where kind = 'consent'`.execute(store.db);
    expect(await findings(store)).toEqual(["changed-entry SI 2 SI-1", "revision-changed SI revision-SI"]);
  });
});

describe("beside a damaged one", () => {
  test("deliveries go out, and it is dead", async () => {
    const { store, config } = await temporaryStore();
    const clock = setClock();
    for (const dedupe of ["bad", "good", "failed"]) await queue(store, clock.now(), { dedupe });
    await damage(config, "deliveries.payload", "where dedupe = 'bad'");
    await store.db
      .updateTable("deliveries")
      .set({ last_error: "away" })
      .where("dedupe", "=", "failed")
      .execute();
    await damage(config, "deliveries.last_error", "where dedupe = 'failed'");
    const sent: string[] = [];
    const worker = startWorker(store, clock.now, async ({ dedupe }) => void sent.push(dedupe));
    await expect.poll(() => sent.toSorted()).toEqual(["failed", "good"]);
    await worker.stop();
    expect(await deadDeliveries(store.db)).toMatchObject([
      { dedupe: "bad", last_error: "damaged: deliveries.payload" },
    ]);
    await store.db.deleteFrom("deliveries").where("dedupe", "=", "bad").execute();
    await settled(store, "delivered");
    const lease = { owner: "two", now: clock.now(), until: clock.now(), limit: 10 };
    expect(await leaseDeliveries(store.db, lease)).toEqual([]);
  });

  test("interrupted submissions are resumed, and it is told", async () => {
    const { store, config } = await temporaryStore();
    await fillAll(store);
    await damage(config, "submissions.answers");
    const told: unknown[] = [];
    expect(await pendingSubmissions(store.db, at, (damaged) => told.push(...damaged))).toEqual([]);
    expect(told).toMatchObject([{ row: { run: "r", number: "SI-1" }, places: ["submissions.answers"] }]);
  });

  test("others are erased when their time is over, and so is it", async () => {
    const { store, config } = await temporaryStore();
    for (const id of ["SI-1", "SI-2", "SI-3"]) await send(store, id);
    for (const place of ["submissions.answers", "submissions.labels"])
      await damage(config, place, "where id = 'SI-1'");
    await damage(config, "consents.text", "where submission = 'SI-1'");
    await damage(config, "runs.answers", "where id = 'run-SI-1'");
    const kept = [{ brand: "SI", flow: "f", years: 1, before: "2026-11-22T00:00:00.000Z" }];
    expect(
      (await planRetention(store.db, kept, now))[0]!.plans.map(({ holdings }) => holdings.answers),
    ).toEqual([0, 2, 2]);
    const done = await applyRetention(store, kept, now, async () => {});
    expect(done.map(({ erasure }) => erasure.outcome)).toEqual(["erased", "erased", "erased"]);
    expect(await findings(store)).toEqual([]);
    expect((await eraseRun(store, "run-SI-1", { by: "request", reason: "x" }, now)).outcome).toBe("done");
  });

  test("an attempt at a run that is damaged fails, and leaves it free", async () => {
    const { store, config } = await temporaryStore();
    await send(store, "SI-1");
    await damage(config, "runs.answers");
    const { id: runId, session } = await store.db
      .selectFrom("runs")
      .select(["id", "session"])
      .executeTakeFirstOrThrow();
    const holder = { session, runId, key: "key", origin: "http://si.localhost" };
    const held = whileHeld({ store, clock: () => now }, holder, async () => ({ status: 200, body: "" }));
    await expect(held).rejects.toThrow(/changed/);
    expect(await store.db.selectFrom("runs").select("busy_key").execute()).toEqual([{ busy_key: null }]);
  });

  test("details of a visitor that are damaged are asked anew, and kept again", async () => {
    const { store, config } = await temporaryStore();
    const whose = { session: "s-1", brand: "SI" };
    const known = { details: { email: "ana@correo.example" }, kept: "use" } as const;
    await keepDetails(store.db, whose, known, now, 0);
    await damage(config, "visitor_details.details");
    expect(await findDetails(store.db, whose, now)).toBeUndefined();
    await keepDetails(store.db, whose, known, now, 0);
    expect(await findDetails(store.db, whose, now)).toEqual(known);
  });

  test("all else is sealed anew; while it is damaged, the older key stays", async () => {
    const { store, config } = await temporaryStore();
    for (const id of ["SI-1", "SI-2"]) await send(store, id);
    await damage(config, "submissions.labels", "where id = 'SI-1'");
    await store.close();
    const old = config.dataKeys ?? [
      parseDataKey((await readFile(dataKeyFile(config.dataDir), "utf8")).trim())!,
    ];
    const dataKeys = [parseDataKey(Buffer.alloc(32, 7).toString("base64"))!, ...old];
    const next = await openStore({ ...config, dataKeys });
    onTestFinished(() => next.close());
    const damaged: unknown[] = [];
    await next.reseal({ whole: true, damaged: (place, values) => damaged.push([place, values]) });
    expect(damaged).toEqual([["submissions.labels", 1]]);
    const { rows } = await sql<{ id: string }>`select id from data_keys`.execute(next.db);
    expect(rows).toHaveLength(2);
    expect((await next.badValues()).map(({ key }) => key)).toEqual([{ id: "SI-1" }]);
    const second = await next.db
      .selectFrom("submissions")
      .select("labels")
      .where("id", "=", "SI-2")
      .execute();
    expect(second).toEqual([{ labels: '{"s.name":"Ana"}' }]);
  });
});
