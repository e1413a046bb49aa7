/** What was told of how far runs came: deliveries that belong to no submission. */
import { advanceDedupe, type Delivery } from "./deliveries.ts";
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
