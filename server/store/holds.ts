/** What is kept for somebody for a time: nobody else gets it meanwhile. Who holds what is known by a token alone. */
import type { Selectable } from "kysely";
import { isPaidFor } from "./held-for-payment.ts";
import { held } from "./locks.ts";
import type { Queries } from "./store.ts";
import type { HoldsTable } from "./tables.ts";

export type Hold = Selectable<HoldsTable>;

/**
 * How many hold each of these now, by resource; one that nobody holds is left out. What was paid for is held until it is
 * taken. `but` is an id that does not count.
 */
export async function countHolds(
  db: Queries,
  { service, resources, but = "" }: { service: string; resources: string[]; but?: string },
  now: Date,
): Promise<Map<string, number>> {
  if (resources.length === 0) return new Map();
  const rows = await db
    .selectFrom("holds")
    .select(["resource", ({ fn }) => fn.countAll().as("count")])
    .where("service", "=", service)
    .where("resource", "in", resources)
    .where("state", "=", "held")
    .where((where) => where.or([where("until_at", ">", now.toISOString()), isPaidFor("holds.order_number")]))
    .where("id", "!=", but)
    .groupBy("resource")
    .execute();
  return new Map(rows.map(({ resource, count }) => [resource, Number(count)]));
}

/** How many are held from a network now and not paid for. `but` is an id that does not count. */
export async function countUnpaid(
  db: Queries,
  { service, from, but }: { service: string; from: string; but: string },
  now: Date,
): Promise<number> {
  const row = await db
    .selectFrom("holds")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("service", "=", service)
    .where("from_hash", "=", from)
    .where("state", "=", "held")
    .where("until_at", ">", now.toISOString())
    .where((where) => where.not(isPaidFor("holds.order_number")))
    .where("id", "!=", but)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Since when one is held from a network, among those that ended after a moment; undefined where none did. */
export async function heldSince(
  db: Queries,
  { service, resource, from, after }: { service: string; resource: string; from: string; after: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("holds")
    .select(({ fn }) => fn.min("created_at").as("since"))
    .where("service", "=", service)
    .where("resource", "=", resource)
    .where("from_hash", "=", from)
    .where("state", "!=", "taken")
    .where("until_at", ">", after)
    .executeTakeFirst();
  return row?.since ?? undefined;
}

/** The hold of a token or of an order; until the transaction ends nobody else changes it. */
export async function lockHold(
  db: Queries,
  by: "token_hash" | "order_number",
  value: string,
): Promise<Hold | undefined> {
  return await held(db, db.selectFrom("holds").selectAll().where(by, "=", value)).executeTakeFirst();
}

/** The holds by which these orders have what was paid for. */
export const holdsOfOrders = async (db: Queries, orders: string[]): Promise<Hold[]> =>
  orders.length === 0
    ? []
    : await db.selectFrom("holds").selectAll().where("order_number", "in", orders).execute();

export async function addHold(db: Queries, hold: Hold): Promise<void> {
  await db.insertInto("holds").values(hold).execute();
}

export async function changeHold(db: Queries, id: string, change: Partial<Omit<Hold, "id">>): Promise<void> {
  await db.updateTable("holds").set(change).where("id", "=", id).execute();
}

/** Removes those that ended before a moment, unless something was taken by them: what was sold stays known. */
export async function removeOldHolds(db: Queries, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("holds")
    .where("until_at", "<", before.toISOString())
    .where("state", "!=", "taken")
    .executeTakeFirst();
  return Number(numDeletedRows);
}
