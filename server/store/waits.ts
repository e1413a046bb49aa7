/** What runs wait for, and what came. All times are handed in: the store knows no clock. */
import { randomUUID } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type { RunWait } from "../../schemas/engine/serve.ts";
import { unleased } from "./leases.ts";
import { held, lockWait } from "./locks.ts";
import type { Run } from "./runs.ts";
import type { Queries } from "./store.ts";
import type { WaitEventsTable, WaitsTable } from "./tables-of-waits.ts";

export type Wait = Selectable<WaitsTable>;
export type WaitEvent = Selectable<WaitEventsTable>;

export type NewWaitEvent = Pick<WaitEvent, "key" | "source" | "outcome" | "payload"> &
  Partial<Pick<WaitEvent, "note">>;

/**
 * Those of a run that still has one. Written out in queries, as the index says them: with parameters, SQLite would not see
 * that it holds just these.
 */
export const unfinished = [
  sql.lit("waiting" as const),
  sql.lit("decided" as const),
  sql.lit("stuck" as const),
];
const late = sql.lit("late" as const);

/** The key of the event that says that the time is over. */
const clockKey = "timeout";

/**
 * A place at which a run is about to wait. The same place has one until it waits there, so that an attempt that is
 * repeated tells services the same address.
 */
export async function prepareWait(
  db: Queries,
  wait: Pick<Wait, "run" | "brand" | "flow" | "revision" | "step" | "line" | "event">,
  opened: Pick<Wait, "address" | "token_hash">,
  now: string,
): Promise<Pick<Wait, "id" | "address">> {
  const unknown = {
    outcome: null,
    context: null,
    leads: null,
    began_at: null,
    until_at: null,
    decided_at: null,
    over_at: null,
    next_at: null,
    ...unleased,
    last_error: null,
  };
  await db
    .insertInto("waits")
    .values({
      id: randomUUID(),
      ...wait,
      ...opened,
      ...unknown,
      state: "prepared",
      tries: 0,
      attempts: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await db
    .selectFrom("waits")
    .select(["id", "address"])
    .where("run", "=", wait.run)
    .where("step", "=", wait.step)
    .where("line", "=", wait.line)
    .where("state", "=", sql.lit("prepared" as const))
    .executeTakeFirstOrThrow();
}

/**
 * The run waits from now on, in the transaction that writes its wait. Where its event came already, or its time is over
 * already, that decides it here.
 */
export async function beginWait(
  db: Queries,
  id: string,
  { context, began_at, until_at }: { context: string; began_at: string; until_at: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("waits")
    .set({ state: "waiting", context, began_at, until_at, next_at: until_at })
    .where("id", "=", id)
    .where("state", "=", sql.lit("prepared" as const))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error("a wait began that nobody prepared");
  const early = await db
    .selectFrom("wait_events")
    .selectAll()
    .where("wait", "=", id)
    .where("state", "=", "early")
    .orderBy("came_at")
    .execute();
  for (const event of early) {
    const isFirst = await decide(db, id, event.outcome, began_at);
    await setEventState(db, event.id, isFirst ? "moved" : "late");
  }
  if (early.length === 0 && until_at <= began_at) await tellTime(db, id, began_at);
}

/** The first who comes decides. Tells whether this one did. */
async function decide(db: Queries, id: string, outcome: Wait["outcome"], now: string): Promise<boolean> {
  const decided = await db
    .updateTable("waits")
    .set({ state: "decided", outcome, decided_at: now, next_at: now, ...unleased })
    .where("id", "=", id)
    .where("state", "=", sql.lit("waiting" as const))
    .returning("run")
    .executeTakeFirst();
  if (!decided) return false;
  await tellRun(db, decided.run, id);
  return true;
}

/** Its owner sees that something is under way. */
async function tellRun(db: Queries, run: string, wait: string): Promise<void> {
  const found = await held(db, db.selectFrom("runs").select("wait").where("id", "=", run)).executeTakeFirst();
  if (!found?.wait) return;
  const told = JSON.parse(found.wait) as RunWait;
  if (told.id !== wait) return;
  const text = JSON.stringify({ ...told, decided: true } satisfies RunWait);
  await db.updateTable("runs").set({ wait: text }).where("id", "=", run).execute();
}

const setEventState = (db: Queries, id: string, state: WaitEvent["state"]): Promise<unknown> =>
  db.updateTable("wait_events").set({ state }).where("id", "=", id).execute();

/** Writes an event down, unless it is there already; undefined then. */
async function keepEvent(
  db: Queries,
  wait: string,
  { key, source, outcome, payload, note = null }: NewWaitEvent,
  now: string,
): Promise<string | undefined> {
  const kept = await db
    .insertInto("wait_events")
    .values({
      id: randomUUID(),
      wait,
      key,
      source,
      outcome,
      payload,
      note,
      state: "late",
      came_at: now,
      seen_at: null,
    })
    .onConflict((conflict) => conflict.columns(["wait", "key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept?.id;
}

/**
 * Whether money may just be taken for what is waited for: until it is told how that ended, neither whoever gives up nor an
 * operator nor the clock decides. Where its provider says something else, that may take an operator, and nobody is kept waiting.
 */
async function isBeingPaid(db: Queries, wait: string): Promise<boolean> {
  const payment = await db
    .selectFrom("payments")
    .select("id")
    .where("run", "=", (build) => build.selectFrom("waits").select("run").where("id", "=", wait))
    .where("wait", "=", wait)
    .where("confirm_began_at", "is not", null)
    .where("told_at", "is", null)
    .where("differs", "is", null)
    .executeTakeFirst();
  return payment !== undefined;
}

/** Whether something may still come for it. Who takes money by that locks the wait first. */
export async function isAwaited(db: Queries, id: string, now: string): Promise<boolean> {
  const found = await findWait(db, id);
  if (!found) return false;
  const isOpen = found.state === "prepared" || found.state === "waiting";
  return isOpen && (found.until_at === null || found.until_at > now);
}

/** What came of an event: `known` was brought before, `held` is not kept: something else is about to decide. */
export type Brought = "moved" | "late" | "early" | "known" | "held";

/**
 * Brings an event, in the caller's transaction. Whatever comes is kept; the first decides, and who comes when the time is
 * over finds that this was first.
 */
export async function bringEvent(
  db: Queries,
  id: string,
  event: NewWaitEvent,
  now: string,
): Promise<Brought> {
  // Before its event is kept: whether that is early is known when nobody begins to wait meanwhile.
  await lockWait(db, id);
  // Whoever decides otherwise may do so again, should that decide nothing.
  if (event.source !== "provider" && (await isBeingPaid(db, id))) return "held";
  const kept = await keepEvent(db, id, event, now);
  if (kept === undefined) return "known";
  const { state, until_at } = await db
    .selectFrom("waits")
    .select(["state", "until_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (state === "prepared") {
    await setEventState(db, kept, "early");
    return "early";
  }
  if (until_at !== null && until_at <= now) await tellTime(db, id, now);
  if (!(await decide(db, id, event.outcome, now))) return "late";
  await setEventState(db, kept, "moved");
  return "moved";
}

/** Its time is over, in the caller's transaction. Tells whether nothing else had decided it, or may be about to. */
export async function tellTime(db: Queries, id: string, now: string): Promise<boolean> {
  await lockWait(db, id);
  if (await isBeingPaid(db, id)) return false;
  if (!(await decide(db, id, "timeout", now))) return false;
  const event = { key: clockKey, source: "clock" as const, outcome: "timeout" as const, payload: "{}" };
  const kept = await keepEvent(db, id, event, now);
  if (kept !== undefined) await setEventState(db, kept, "moved");
  return true;
}

/** Takes one of the tries to type a code, before it is compared: its number, or undefined where there is none left. */
export async function takeWaitTry(
  db: Queries,
  id: string,
  most: number,
  now: string,
): Promise<number | undefined> {
  const taken = await db
    .updateTable("waits")
    .set((build) => ({ tries: build("tries", "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", sql.lit("waiting" as const))
    .where("until_at", ">", now)
    .where("tries", "<", most)
    .returning("tries")
    .executeTakeFirst();
  return taken?.tries;
}

/** Its branch is committed, in that transaction. Tells whether it was still to be run. */
export async function finishWait(db: Queries, id: string, leads: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("waits")
    .set({
      state: "over",
      leads,
      over_at: now,
      next_at: null,
      ...unleased,
      last_error: null,
      // What it was decided with stands in the run, and its submission.
      context: null,
    })
    .where("id", "=", id)
    .where("state", "=", sql.lit("decided" as const))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** By what its address ends with. Hashes of tokens have no brand: of another's, nothing is told. */
export const findWaitByToken = (db: Queries, brand: string, tokenHash: string): Promise<Wait | undefined> =>
  db
    .selectFrom("waits")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("brand", "=", brand)
    .executeTakeFirst();

export const findWait = (db: Queries, id: string): Promise<Wait | undefined> =>
  db.selectFrom("waits").selectAll().where("id", "=", id).executeTakeFirst();

/** The event that decided a wait. */
export const decidingEvent = (db: Queries, wait: string): Promise<WaitEvent> =>
  db
    .selectFrom("wait_events")
    .selectAll()
    .where("wait", "=", wait)
    .where("state", "=", "moved")
    .executeTakeFirstOrThrow();

/** Whether a run waits for something, or for what follows. */
export const isWaiting = async (db: Queries, run: Run["id"]): Promise<boolean> =>
  (await db
    .selectFrom("waits")
    .select("id")
    .where("run", "=", run)
    .where("state", "in", unfinished)
    .executeTakeFirst()) !== undefined;

/** Whether something came too late for a run, or for a wait of it that never began, that no operator has seen. */
export const hasOpenEvents = async (db: Queries, run: Run["id"]): Promise<boolean> =>
  (await db
    .selectFrom("wait_events")
    .innerJoin("waits", "waits.id", "wait_events.wait")
    .select("wait_events.id")
    .where("waits.run", "=", run)
    .where("wait_events.state", "in", ["late", "early"])
    .where("wait_events.seen_at", "is", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Removes what runs waited for, in the caller's transaction. */
export async function removeWaits(db: Queries, runs: string[]): Promise<void> {
  await db
    .deleteFrom("wait_events")
    .where("wait", "in", (build) => build.selectFrom("waits").select("id").where("run", "in", runs))
    .execute();
  await db.deleteFrom("waits").where("run", "in", runs).execute();
}

export interface WaitMetrics {
  waiting: number;
  decided: number;
  stuck: number;
  /** Late events that nobody has seen. */
  late: number;
}

export async function waitMetrics(db: Queries): Promise<WaitMetrics> {
  const rows = await db
    .selectFrom("waits")
    .select(({ fn }) => ["state", fn.countAll().as("count")])
    .where("state", "in", unfinished)
    .groupBy("state")
    .execute();
  const { count: unseen } = await db
    .selectFrom("wait_events")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("state", "=", late)
    .where("seen_at", "is", null)
    .executeTakeFirstOrThrow();
  const count = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    waiting: count("waiting"),
    decided: count("decided"),
    stuck: count("stuck"),
    late: Number(unseen),
  };
}
