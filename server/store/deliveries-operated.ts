/** What an operator asks about deliveries, and queues again. */
import type { Selectable } from "kysely";
import type { Delivery } from "./deliveries.ts";
import type { Queries } from "./store.ts";
import type { DeliveryFailuresTable } from "./tables.ts";

export const deliveryStates = ["dead", "queued", "leased", "delivered"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Without what it holds and what went wrong: both can name a person. */
export type ListedDelivery = Pick<
  Delivery,
  "id" | "brand" | "kind" | "state" | "attempts" | "submission" | "created_at" | "next_at" | "delivered_at"
>;

export type DeliveryFailure = Pick<Selectable<DeliveryFailuresTable>, "failed_at" | "attempt" | "error">;

/** The newest `limit` that fit. */
export async function listDeliveries(
  db: Queries,
  { state, brand, limit }: { state?: DeliveryState; brand?: string; limit: number },
): Promise<ListedDelivery[]> {
  let query = db
    .selectFrom("deliveries")
    .select([
      "id",
      "brand",
      "kind",
      "state",
      "attempts",
      "submission",
      "created_at",
      "next_at",
      "delivered_at",
    ])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit);
  if (state !== undefined) query = query.where("state", "=", state);
  if (brand !== undefined) query = query.where("brand", "=", brand);
  return await query.execute();
}

/** A delivery with the attempts that failed, the oldest first; undefined where there is none. */
export async function findDelivery(
  db: Queries,
  id: string,
): Promise<{ delivery: Delivery; failures: DeliveryFailure[] } | undefined> {
  const delivery = await db.selectFrom("deliveries").selectAll().where("id", "=", id).executeTakeFirst();
  if (!delivery) return undefined;
  const failures = await db
    .selectFrom("delivery_failures")
    .select(["failed_at", "attempt", "error"])
    .where("delivery", "=", id)
    .orderBy("failed_at")
    .orderBy("attempt")
    .execute();
  return { delivery, failures };
}

const again = (db: Queries, now: Date) =>
  db.updateTable("deliveries").set({ state: "queued", attempts: 0, next_at: now.toISOString() });

/** What came of it: `leased` and `delivered` are refusals, as it is being delivered or was. */
export type Requeued = "queued" | "unknown" | "leased" | "delivered";

/** Makes a dead or waiting delivery due at once, with all of its attempts before it. */
export async function requeueDelivery(db: Queries, id: string, now: Date): Promise<Requeued> {
  const { numUpdatedRows } = await again(db, now)
    .where("id", "=", id)
    .where("state", "in", ["dead", "queued"])
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return "queued";
  const found = await db.selectFrom("deliveries").select("state").where("id", "=", id).executeTakeFirst();
  return found?.state === "delivered" ? "delivered" : found ? "leased" : "unknown";
}

/** Makes all dead ones, or those of a brand, due at once; gives their ids. */
export async function requeueDead(db: Queries, now: Date, brand?: string): Promise<string[]> {
  let query = again(db, now).where("state", "=", "dead");
  if (brand !== undefined) query = query.where("brand", "=", brand);
  return (await query.returning("id").execute()).map(({ id }) => id);
}
