/** What operators ask of payments, and do. */
import { sql } from "kysely";
import type { Payment, PaymentState } from "./payments.ts";
import type { Queries } from "./store.ts";

export type ListedPayment = Pick<
  Payment,
  | "id"
  | "brand"
  | "provider"
  | "order_number"
  | "amount"
  | "currency"
  | "state"
  | "status"
  | "created_at"
  | "settled_at"
  | "refunded"
  | "refund_due_at"
  | "differs"
>;

/** The newest first. */
export async function listPayments(
  db: Queries,
  given: {
    state?: PaymentState;
    brand?: string;
    since?: string;
    differs?: boolean;
    unrefunded?: boolean;
    limit: number;
  },
): Promise<ListedPayment[]> {
  let query = db
    .selectFrom("payments")
    .select([
      "id",
      "brand",
      "provider",
      "order_number",
      "amount",
      "currency",
      "state",
      "status",
      "created_at",
      "settled_at",
      "refunded",
      "refund_due_at",
      "differs",
    ])
    .orderBy("created_at", "desc")
    .limit(given.limit);
  if (given.state !== undefined) query = query.where("state", "=", given.state);
  if (given.brand !== undefined) query = query.where("brand", "=", given.brand);
  if (given.since !== undefined) query = query.where("created_at", ">=", given.since);
  if (given.differs === true) query = query.where("differs", "is not", null);
  if (given.unrefunded === true)
    query = query.where("refund_due_at", "is not", null).whereRef("refunded", "<", "amount");
  return await query.execute();
}

/** By its id, or by the number that receipts show. */
export const readPaymentRow = (db: Queries, id: string): Promise<Payment | undefined> =>
  db
    .selectFrom("payments")
    .selectAll()
    .where((where) => where.or([where("id", "=", id), where("order_number", "=", id)]))
    .executeTakeFirst();

export const noteDifference = (db: Queries, id: string, differs: string | null): Promise<unknown> =>
  db.updateTable("payments").set({ differs }).where("id", "=", id).execute();

/** Of two at once, one begins; what began and whose end is unknown lets no other begin. */
export async function beginRefund(db: Queries, payment: Payment, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payments")
    .set({ refund_began_at: now })
    .where("id", "=", payment.id)
    .where("state", "=", sql.lit("accepted" as const))
    .where("refunded", "=", payment.refunded)
    .where("refund_began_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const endRefund = (db: Queries, id: string, amount: number): Promise<unknown> =>
  db
    .updateTable("payments")
    .set((build) => ({ refund_began_at: null, refunded: build("refunded", "+", amount) }))
    .where("id", "=", id)
    .execute();
