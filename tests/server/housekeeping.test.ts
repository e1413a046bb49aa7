/** What nobody sent is removed after thirty days, and nothing that anybody sent. */
import { expect, it } from "vitest";
import { startHousekeeping } from "../../server/housekeeping/housekeeping.ts";
import type { Store } from "../../server/store/store.ts";
import { keptLog, setClock, temporaryStore } from "./parts.ts";

const began = "2026-10-01T12:00:00.000Z";
const day = 86_400;

/** A session with a run, as the parameters say; everything from the same moment. */
async function seed(
  { db }: Store,
  id: string,
  more: {
    session?: string;
    at?: string;
    status?: "open" | "done";
    submitted?: true;
    busyUntil?: string;
  } = {},
): Promise<void> {
  const { session = id, at = began, status = "open" } = more;
  await db
    .insertInto("sessions")
    .values({ id: session, brand: "SI", created_at: began })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto("runs")
    .values({
      id,
      session,
      brand: "SI",
      flow: id,
      revision: "r",
      step: "s",
      version: 0,
      answers: "{}",
      results: "{}",
      done: "[]",
      status,
      failure: null,
      dialog: null,
      busy_key: more.busyUntil === undefined ? null : "k",
      busy_until: more.busyUntil ?? null,
      created_at: began,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto("attempts")
    .values({
      run: id,
      key: "k",
      body_hash: "h",
      state: "answered",
      dialog: null,
      started_at: began,
      status: 200,
      response: "{}",
    })
    .execute();
  await db
    .insertInto("calls")
    .values({
      run: id,
      place: "s/0",
      input_hash: "h",
      call: "a.b",
      key: id,
      state: "sent",
      sent_at: began,
      answered_at: null,
      result: null,
    })
    .execute();
  await db
    .insertInto("captcha_passes")
    .values({ run: id, key: "k", body_hash: "h", passed_at: at })
    .execute();
  await db
    .insertInto("files")
    .values({
      id: `file-${id}`,
      run: id,
      name: "a.pdf",
      type: "application/pdf",
      size: 1,
      stored: `stored-${id}`,
      content: null,
      created_at: began,
    })
    .execute();
  if (!more.submitted) return;
  await db
    .insertInto("submissions")
    .values({
      id: `SI-${id}`,
      number: `SI-${id}`,
      sequence: null,
      period: null,
      position: null,
      run: id,
      step: "s",
      brand: "SI",
      flow: id,
      revision: "r",
      answers: "{}",
      labels: "{}",
      state: "accepted",
      created_at: began,
      decided_at: began,
    })
    .execute();
}

const link = ({ db }: Store, id: string, from: string, run: string | null, position: number) =>
  db
    .insertInto("linked_runs")
    .values({
      id,
      family: from,
      begun_by: from,
      step: "s",
      line: String(position),
      position,
      session: from,
      brand: "SI",
      flow: "other",
      parameters: "{}",
      answers: "{}",
      run,
      created_at: began,
    })
    .execute();

const ids = async ({ db }: Store, table: "runs" | "sessions" | "submissions" | "linked_runs") =>
  (await db.selectFrom(table).select("id").orderBy("id").execute()).map(({ id }) => id);

it("removes what was never sent and is untouched for thirty days, with all that is theirs", async () => {
  const { store } = await temporaryStore();
  const clock = setClock(began);
  await seed(store, "forgotten");
  await seed(store, "abandoned", { status: "done" });
  await seed(store, "sent", { status: "done", submitted: true });
  await seed(store, "failed", { submitted: true });
  await seed(store, "touched", { at: "2026-10-20T12:00:00.000Z" });
  await seed(store, "working", { busyUntil: "2026-11-01T12:00:10.000Z" });
  // A line: what was sent put two in it; one began and was left alone, one never had its turn.
  await seed(store, "follower", { session: "sent" });
  await link(store, "line-1", "sent", "follower", 1);
  await link(store, "line-2", "sent", null, 2);
  // A line of which nothing was sent.
  await seed(store, "parent");
  await seed(store, "child", { session: "parent" });
  await link(store, "line-3", "parent", "child", 1);
  await store.db
    .insertInto("limits")
    .values([
      { key: "old", window_start: began, count: 1 },
      { key: "new", window_start: "2026-10-31T11:00:00.000Z", count: 1 },
    ])
    .execute();

  const log = keptLog();
  let chores = 0;
  const { once, stop } = startHousekeeping({
    store,
    clock: clock.now,
    log,
    chores: [
      { name: "broken", run: () => Promise.reject(new Error("no room")) },
      { name: "uploads", run: async () => ++chores },
    ],
  });

  clock.pass(30 * day - 1);
  expect(await once()).toMatchObject({ runs: 0, sessions: 0, linesInWait: 0 });
  expect(chores).toBe(1);
  expect(log.text()).toContain('"chore":"broken"');

  clock.pass(2);
  // What others hang on goes when they are gone.
  expect(await once()).toMatchObject({ runs: 4, linesInWait: 1 });
  expect(await once()).toMatchObject({ runs: 1, linesInWait: 0 });
  expect(await ids(store, "runs")).toEqual(["failed", "sent", "touched", "working"]);
  expect(await ids(store, "linked_runs")).toEqual([]);
  expect(await ids(store, "submissions")).toEqual(["SI-failed", "SI-sent"]);
  for (const table of ["attempts", "calls", "files"] as const) {
    const rows = await store.db.selectFrom(table).select("run").orderBy("run").execute();
    expect([table, rows.map(({ run }) => run)]).toEqual([table, ["failed", "sent", "touched", "working"]]);
  }
  const { count } = await store.db
    .selectFrom("captcha_passes")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);

  clock.pass(day);
  expect(await once()).toMatchObject({ sessions: 3, limits: 1 });
  expect(await ids(store, "sessions")).toEqual(["failed", "sent", "touched", "working"]);

  clock.pass(40 * day);
  await once();
  await once();
  expect(await ids(store, "runs")).toEqual(["failed", "sent"]);
  expect(await ids(store, "sessions")).toEqual(["failed", "sent"]);
  await stop();
});

it("goes on in batches until nothing is left", async () => {
  const { store } = await temporaryStore();
  const clock = setClock(began);
  await store.transaction(async (db) => {
    for (let index = 0; index < 450; index++) {
      await db
        .insertInto("sessions")
        .values({ id: `s${index}`, brand: "SI", created_at: began })
        .execute();
    }
  });
  const { once, stop } = startHousekeeping({ store, clock: clock.now, log: keptLog() });
  clock.pass(32 * day);
  expect(await once()).toMatchObject({ sessions: 450 });
  await stop();
  expect(await once()).toEqual({});
});
