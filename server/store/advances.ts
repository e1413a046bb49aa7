/** What was told of how far runs came: deliveries that belong to no submission. */
import { advanceDedupe, type Delivery } from "./deliveries.ts";
import { held } from "./locks.ts";
import type { Queries } from "./store.ts";

/** SQLite takes conditions so many deep. */
const maxKeys = 100;

export function* inParts<T>(all: T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += maxKeys) yield all.slice(from, from + maxKeys);
}

export const advancesOf = (db: Queries, run: string): Promise<Pick<Delivery, "id" | "state">[]> =>
  db
    .selectFrom("deliveries")
    .select(["id", "state"])
    .where("dedupe", "like", `${advanceDedupe(run)}%`)
    .execute();

const callOf = ({ payload }: Pick<Delivery, "payload">): unknown =>
  (JSON.parse(payload) as { call?: unknown }).call;

/**
 * Removes what waits to be told of a run by one of these calls, or by any, in the caller's transaction: what is told next, or
 * sent, says how far the run came by then. What is going out goes on.
 */
export async function removeWaitingAdvances(
  db: Queries,
  run: string,
  calls?: readonly unknown[],
): Promise<void> {
  const waiting = db
    .selectFrom("deliveries")
    .select(["id", "payload"])
    .where("run", "=", run)
    .where("state", "=", "queued");
  // Nobody leases one of them meanwhile.
  const found = await held(db, waiting).execute();
  const ids = found.filter((one) => !calls || calls.includes(callOf(one))).map(({ id }) => id);
  if (ids.length === 0) return;
  await db.deleteFrom("delivery_failures").where("delivery", "in", ids).execute();
  await db.deleteFrom("deliveries").where("id", "in", ids).execute();
}

/**
 * Whether a run came further since, and the same call tells it, or was sent: to be told of the earlier step after that would
 * take it back.
 */
export async function isOvertaken(db: Queries, delivery: Delivery): Promise<boolean> {
  const { run, created_at: at } = delivery;
  if (run === null) return false;
  const later = await db
    .selectFrom("deliveries")
    .select("payload")
    .where("run", "=", run)
    .where("created_at", ">", at)
    .execute();
  if (later.some((one) => callOf(one) === callOf(delivery))) return true;
  const sent = await db
    .selectFrom("submissions")
    .select("id")
    .where("run", "=", run)
    .where("state", "=", "accepted")
    .where("decided_at", ">", at)
    .executeTakeFirst();
  return sent !== undefined;
}

/** Removes them with the runs that they are of, and what embedded services kept of them. */
export async function removeAdvances(db: Queries, runs: string[]): Promise<void> {
  for (const some of inParts(runs)) {
    const found = await db
      .selectFrom("deliveries")
      .select("id")
      .where((where) => where.or(some.map((run) => where("dedupe", "like", `${advanceDedupe(run)}%`))))
      .execute();
    for (const part of inParts(found.map(({ id }) => id))) {
      await db.deleteFrom("service_records").where("key", "in", part).execute();
      await db.deleteFrom("delivery_failures").where("delivery", "in", part).execute();
      await db.deleteFrom("deliveries").where("id", "in", part).execute();
    }
  }
}
