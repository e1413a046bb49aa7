/** Sales that can be cancelled by a link: until when, and which were. */
import type { Selectable } from "kysely";
import { held } from "./locks.ts";
import type { Queries } from "./store.ts";
import type { CancellationsTable } from "./tables-of-cancellations.ts";

export type Cancellation = Selectable<CancellationsTable>;

export const addCancellation = (db: Queries, cancellation: Cancellation): Promise<unknown> =>
  db.insertInto("cancellations").values(cancellation).execute();

export const findCancellation = (
  db: Queries,
  column: "order_number" | "token_hash",
  value: string,
): Promise<Cancellation | undefined> =>
  db.selectFrom("cancellations").selectAll().where(column, "=", value).executeTakeFirst();

/** The one of a token, which nobody else changes until the transaction ends. */
export const lockCancellation = (db: Queries, tokenHash: string): Promise<Cancellation | undefined> =>
  held(db, db.selectFrom("cancellations").selectAll().where("token_hash", "=", tokenHash)).executeTakeFirst();

export const endCancellation = (
  db: Queries,
  id: string,
  { reason, now }: { reason: string; now: string },
): Promise<unknown> =>
  db
    .updateTable("cancellations")
    .set({ state: "cancelled", reason, changed_at: now })
    .where("id", "=", id)
    .execute();

/** Those of payments with these order numbers. */
export const cancellationsOf = async (db: Queries, orders: string[]): Promise<Cancellation[]> =>
  orders.length === 0
    ? []
    : await db.selectFrom("cancellations").selectAll().where("order_number", "in", orders).execute();

/** Removes those that these calls opened: what was paid and given back stays with the payment. */
export const eraseCancellations = (db: Queries, callKeys: string[]): Promise<unknown> =>
  db.deleteFrom("cancellations").where("call_key", "in", callKeys).execute();

/** Removes up to `most` whose last day is before that of a moment. */
export async function removeOldCancellations(db: Queries, before: string, most: number): Promise<number> {
  const old = await db
    .selectFrom("cancellations")
    .select("id")
    .where("until_day", "<", before.slice(0, 10))
    .limit(most)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom("cancellations").where("id", "in", ids).execute();
  return ids.length;
}
