/** What is to be delivered, and how it goes. All times are handed in: the store knows no clock. */
import { sql, type Selectable } from "kysely";
import { newRowId } from "../random.ts";
import { compiled, type Asked } from "./compiled.ts";
import { readApart } from "./damaged.ts";
import { unleased } from "./leases.ts";
import { held } from "./locks.ts";
import type { Queries } from "./store.ts";
import type { DeliveriesTable } from "./tables.ts";

export type Delivery = Selectable<DeliveriesTable>;

export interface NewDelivery {
  submission: string | null;
  /** Of which it tells how far it came. */
  run?: string;
  brand: string;
  kind: DeliveriesTable["kind"];
  /** What would be the same delivery twice has the same text here. */
  dedupe: string;
  /** Written as JSON. See `MailPayload` in server/mail and `CallPayload` in server/services. */
  payload: object;
}

/** How the names of those begin that tell how far a run came. */
export const advanceDedupe = (run: string): string => `advance/${run}/`;

/** Queues a delivery, due at once, in the caller's transaction. False if the same one is there already. */
export const enqueueDelivery = async (db: Queries, delivery: NewDelivery, now: Date): Promise<boolean> =>
  (await enqueueDeliveries(db, [delivery], now)) > 0;

/** The same for several. Tells how many are new. */
export const enqueueDeliveries = async (db: Queries, deliveries: NewDelivery[], now: Date): Promise<number> =>
  Number((await addDeliveries(db, deliveries, now))?.numAffectedRows ?? 0n);

/** The same, where nobody needs to know. Undefined where there are none. */
export function addDeliveries(db: Queries, deliveries: NewDelivery[], now: Date): Asked<unknown> | undefined {
  if (deliveries.length === 0) return undefined;
  const at = now.toISOString();
  const rows = deliveries.map(({ submission, run = null, brand, kind, dedupe, payload }) => ({
    id: newRowId(),
    submission,
    run,
    brand,
    kind,
    dedupe,
    payload: JSON.stringify(payload),
    state: "queued" as const,
    attempts: 0,
    next_at: at,
    ...unleased,
    last_error: null,
    created_at: at,
    delivered_at: null,
  }));
  return insertDeliveries(db, rows);
}

const insertDeliveries = compiled((db, rows: Delivery[]) =>
  db
    .insertInto("deliveries")
    .values(rows)
    .onConflict((conflict) => conflict.column("dedupe").doNothing()),
);

/** Written out in the query: with parameters, SQLite would not see that an index holds just these. */
const waiting = [sql.lit("queued" as const), sql.lit("leased" as const)];

/**
 * Whether what tells of an earlier step of the same run is still to go out, or on its way: one that tells of a run waits for
 * it, and so does a call for what was sent in the run. What failed and waits to be tried again holds nothing back.
 */
const isBehind = sql<boolean>`exists (
  select 1 from deliveries as earlier
  where earlier.run = coalesce(deliveries.run, case when deliveries.kind = 'call' then
      (select submissions.run from submissions where submissions.id = deliveries.submission) end)
    and earlier.id <> deliveries.id
    and (earlier.state = 'leased' or (earlier.state = 'queued' and earlier.attempts = 0))
    and (earlier.created_at < deliveries.created_at
      or (earlier.created_at = deliveries.created_at and (deliveries.run is null
        or length(earlier.dedupe) < length(deliveries.dedupe)
        or (length(earlier.dedupe) = length(deliveries.dedupe) and earlier.dedupe < deliveries.dedupe)))))`;

/** A delivery that is ours until `lease_until`. `attempts` counts this one. */
export type LeasedDelivery = Delivery & { lease_owner: string; lease_until: string };

/**
 * Leases up to `limit` due deliveries, the oldest first. While one is leased, `next_at` is the lease's end:
 * whoever dies with it leaves it due again. One that nobody can read any more is dead, and keeps no other from going out.
 */
export async function leaseDeliveries(
  db: Queries,
  lease: { owner: string; now: Date; until: Date; limit: number },
): Promise<LeasedDelivery[]> {
  const until = lease.until.toISOString();
  const query = db
    .updateTable("deliveries")
    .set((build) => ({
      state: "leased",
      attempts: build("attempts", "+", 1),
      next_at: until,
      lease_owner: lease.owner,
      lease_until: until,
    }))
    // Again, because another process may have taken some of them meanwhile: it is looked at when they are written.
    .where("state", "in", waiting)
    .where("next_at", "<=", lease.now.toISOString())
    .where("id", "in", (build) =>
      build
        .selectFrom("deliveries")
        .select("id")
        .where("state", "in", waiting)
        .where("next_at", "<=", lease.now.toISOString())
        .where(({ not }) => not(isBehind))
        .orderBy("next_at")
        .limit(lease.limit),
    )
    .returningAll();
  const { rows, damaged } = await readApart(query);
  for (const { row, places } of damaged) {
    // What it says of an earlier attempt is not needed to go out.
    if (row.payload === undefined)
      await buryDelivery(db, row as LeasedDelivery, `damaged: ${places.join(", ")}`);
    else rows.push({ ...(row as Delivery), last_error: null });
  }
  return (rows as LeasedDelivery[]).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
}

/** Makes what a process that is gone had leased due at once. Only where no other process uses the store. */
export const releaseAllDeliveries = (db: Queries, now: Date): Promise<unknown> =>
  db
    .updateTable("deliveries")
    .set({ state: "queued", next_at: now.toISOString(), ...unleased })
    .where("state", "=", "leased")
    .execute();

type Ending = Partial<Pick<Delivery, "state" | "next_at" | "last_error" | "delivered_at">>;

const settle = (db: Queries, leased: LeasedDelivery, ending: Ending): Promise<boolean> =>
  change(db, leased, { ...ending, ...unleased });

/** Keeps the lease of one that takes longer. */
export async function keepDelivery(db: Queries, leased: LeasedDelivery, end: Date): Promise<void> {
  const until = end.toISOString();
  if (await change(db, leased, { next_at: until, lease_until: until })) leased.lease_until = until;
}

// Only the lease that does the work may say how it goes: it could have run out meanwhile.
async function change(db: Queries, leased: LeasedDelivery, changes: Partial<Delivery>): Promise<boolean> {
  const result = await db
    .updateTable("deliveries")
    .set(changes)
    .where("id", "=", leased.id)
    .where("state", "=", "leased")
    .where("lease_owner", "=", leased.lease_owner)
    .where("lease_until", "=", leased.lease_until)
    .where("attempts", "=", leased.attempts)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Each of these gives false when the lease is no longer ours. */
export const markDelivered = (db: Queries, leased: LeasedDelivery, now: Date): Promise<boolean> =>
  settle(db, leased, { state: "delivered", delivered_at: now.toISOString(), last_error: null });

export const postponeDelivery = (
  db: Queries,
  leased: LeasedDelivery,
  error: string,
  next: Date,
): Promise<boolean> =>
  settle(db, leased, { state: "queued", last_error: error, next_at: next.toISOString() });

export const buryDelivery = (db: Queries, leased: LeasedDelivery, error: string): Promise<boolean> =>
  settle(db, leased, { state: "dead", last_error: error });

/** Which of these there are. */
export async function namedDeliveries(db: Queries, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("deliveries").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Removes these, with what is written down of their attempts. */
export async function removeByIds(db: Queries, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom("delivery_failures").where("delivery", "in", ids).execute();
  await db.deleteFrom("deliveries").where("id", "in", ids).execute();
}

/** Removes one that is not to be told any more. False when the lease is no longer ours. */
export async function removeDelivery(db: Queries, leased: LeasedDelivery): Promise<boolean> {
  const isOurs = await settle(db, leased, { state: "queued" });
  if (!isOurs) return false;
  await removeByIds(db, [leased.id]);
  return true;
}

/** Writes down an attempt that failed, in the transaction in which it is postponed or buried. */
export const addDeliveryFailure = (
  db: Queries,
  { id, attempts }: LeasedDelivery,
  error: string,
  now: Date,
): Promise<unknown> =>
  db
    .insertInto("delivery_failures")
    .values({ delivery: id, failed_at: now.toISOString(), attempt: attempts, error })
    .execute();

/** When the next one is due that waits for no other; undefined when nothing is to be done. */
export async function nextDeliveryAt(db: Queries): Promise<Date | undefined> {
  const row = await db
    .selectFrom("deliveries")
    .select("next_at")
    .where("state", "in", waiting)
    .where(({ not }) => not(isBehind))
    .orderBy("next_at")
    .limit(1)
    .executeTakeFirst();
  return row && new Date(row.next_at);
}

/** The dead ones, newest first, with their last error, but not with what they carry. */
export async function deadDeliveries(db: Queries, limit = 100): Promise<Omit<Delivery, "payload">[]> {
  const query = db
    .selectFrom("deliveries")
    .select(["id", "submission", "run", "brand", "kind", "dedupe", "state", "attempts", "next_at"])
    .select(["lease_owner", "lease_until", "last_error", "created_at", "delivered_at"])
    .where("state", "=", sql.lit("dead" as const))
    .orderBy("created_at", "desc")
    .limit(limit);
  const { rows, damaged } = await readApart(query);
  return [...rows, ...damaged.map(({ row }) => ({ ...(row as Delivery), last_error: null }))];
}

/**
 * Removes up to `most` mails of no submission whose `dedupe` begins so and that were queued before a moment, in the caller's
 * transaction; gives their ids.
 */
export async function removeDeliveries(
  db: Queries,
  prefix: string,
  before: string,
  most: number,
): Promise<string[]> {
  const old = db
    .selectFrom("deliveries")
    .select("id")
    .where("submission", "is", null)
    .where("dedupe", "like", `${prefix}%`)
    .where("created_at", "<", before)
    .where("state", "!=", "leased")
    .limit(most);
  // Nobody leases one of them meanwhile.
  const rows = await held(db, old).execute();
  const ids = rows.map(({ id }) => id);
  await removeByIds(db, ids);
  return ids;
}

/**
 * Removes calls for what was sent in a run that have not gone out and must not any more, in the caller's transaction. What
 * somebody is sending goes on: whom it reaches refuses it. Tells how many.
 */
export async function removeCallsOf(db: Queries, run: string, calls: readonly string[]): Promise<number> {
  const candidates = db
    .selectFrom("deliveries")
    .select(["id", "payload"])
    .where("submission", "in", (build) => build.selectFrom("submissions").select("id").where("run", "=", run))
    .where("kind", "=", "call")
    .where("state", "in", ["queued", "dead"]);
  const rows = await held(db, candidates).execute();
  const ids = rows
    .filter(({ payload }) => calls.includes((JSON.parse(payload) as { call?: string }).call ?? ""))
    .map(({ id }) => id);
  await removeByIds(db, ids);
  return ids.length;
}
