/** What was told of how far runs came: deliveries that belong to no submission. */
import { advanceDedupe, removeByIds, type Delivery } from "./deliveries.ts";
import { isTakenBack } from "./evidence.ts";
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

/** Which of the calls of its flow it is. What it carries is not looked at: it may be damaged. */
const placeOf = ({ dedupe }: Pick<Delivery, "dedupe">): string => dedupe.slice(dedupe.lastIndexOf("/") + 1);

const waitingOf = (db: Queries, run: string) =>
  db.selectFrom("deliveries").select(["id", "dedupe"]).where("run", "=", run).where("state", "=", "queued");

/** Removes what waits to be told of a run, in the caller's transaction. What is going out goes on. */
export const removeWaitingAdvances = async (db: Queries, run: string): Promise<void> =>
  // Nobody leases one of them meanwhile.
  await removeByIds(
    db,
    (await held(db, waitingOf(db, run)).execute()).map(({ id }) => id),
  );

/**
 * Removes what failed before and waits to be tried again, where one of these is told next, or all of it, in the caller's
 * transaction: what is told next, or sent, says how far the run came by then.
 */
export async function removeFailedAdvances(
  db: Queries,
  run: string,
  next?: readonly Pick<Delivery, "dedupe">[],
): Promise<void> {
  const places = next?.map(placeOf);
  const failed = await held(db, waitingOf(db, run).where("attempts", ">", 0)).execute();
  const overtaken = failed.filter((one) => !places || places.includes(placeOf(one)));
  await removeByIds(
    db,
    overtaken.map(({ id }) => id),
  );
}

/**
 * Whether a run came further since, and the same call tells it, or was sent: to be told of the earlier step after that would
 * take it back. Or whether a consent that was sent in it was taken back since: nobody is to be told of it any more.
 */
export async function isOvertaken(
  db: Queries,
  delivery: Pick<Delivery, "run" | "dedupe" | "created_at">,
): Promise<boolean> {
  const { run, created_at: at } = delivery;
  if (run === null) return false;
  const later = await db
    .selectFrom("deliveries")
    .select("dedupe")
    .where("run", "=", run)
    .where("created_at", ">", at)
    .execute();
  if (later.some((one) => placeOf(one) === placeOf(delivery))) return true;
  const sent = await db
    .selectFrom("submissions")
    .select("id")
    .where("run", "=", run)
    .where("state", "=", "accepted")
    .where("decided_at", ">", at)
    .executeTakeFirst();
  if (sent !== undefined) return true;
  return await isTakenBack(db, run, at);
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
      await removeByIds(db, part);
    }
  }
}
