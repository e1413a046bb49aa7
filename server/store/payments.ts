/** Payments: all times are handed in, and races are decided by the `where` of an update. */
import { randomInt, randomUUID } from "node:crypto";
import { sql, type Insertable, type Selectable } from "kysely";
import { unleased } from "./leases.ts";
import { lockWait } from "./locks.ts";
import type { Queries } from "./store.ts";
import type { PaymentsTable } from "./tables-of-payments.ts";
import { isAwaited } from "./waits.ts";

export type Payment = Selectable<PaymentsTable>;
export type PaymentState = Payment["state"];
export type LeasedPayment = Payment & { lease_owner: string; lease_until: string };

const pending = sql.lit("pending" as const);

export type NewPayment = Pick<
  Payment,
  | "brand"
  | "run"
  | "wait"
  | "provider"
  | "token_hash"
  | "amount"
  | "currency"
  | "description"
  | "address"
  | "expires_at"
>;

/** Of digits, as every provider takes it; a collision is refused by the table. */
const newOrderNumber = (): string => String(randomInt(100_000_000_000, 281_474_976_710));

/** Writes one down before the provider is told of it: none is begun there that is not known here. */
export async function addPayment(db: Queries, payment: NewPayment, now: string): Promise<Payment> {
  const row: Insertable<PaymentsTable> = {
    id: randomUUID(),
    order_number: newOrderNumber(),
    session_id: randomUUID(),
    ...payment,
    state: "pending",
    created_at: now,
    next_at: payment.expires_at,
    refunded: 0,
    attempts: 0,
  };
  return await db.insertInto("payments").values(row).returningAll().executeTakeFirstOrThrow();
}

export const findPayment = (db: Queries, id: string): Promise<Payment | undefined> =>
  db.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirst();

/** By a hash of a token of ours or of the provider's, or by its order number. */
export const findPaymentBy = (
  db: Queries,
  column: "token_hash" | "provider_token_hash" | "order_number",
  value: string,
): Promise<Payment | undefined> =>
  db.selectFrom("payments").selectAll().where(column, "=", value).executeTakeFirst();

/** What may still be paid for a wait. */
export const pendingPaymentOf = (db: Queries, wait: string): Promise<Payment | undefined> =>
  db
    .selectFrom("payments")
    .selectAll()
    .where("wait", "=", wait)
    .where("state", "=", pending)
    .executeTakeFirst();

/** Whether a run waits for a payment that may still be made. */
export const isBeingPaid = async (db: Queries, run: string): Promise<boolean> =>
  (await db
    .selectFrom("payments")
    .innerJoin("waits", "waits.id", "payments.wait")
    .select("payments.id")
    .where("waits.run", "=", run)
    .where("waits.state", "=", "waiting")
    .where("payments.state", "=", pending)
    .executeTakeFirst()) !== undefined;

/** The provider knows it from now on. */
export const openPayment = (
  db: Queries,
  id: string,
  opened: Pick<Payment, "provider_token" | "provider_token_hash" | "provider_url">,
): Promise<unknown> => db.updateTable("payments").set(opened).where("id", "=", id).execute();

/**
 * The first way in which the person came back is kept, and there is something to do at once: both in the caller's
 * transaction, for who came back would else wait until the time is over where a server dies between them.
 */
export async function noteReturn(
  db: Queries,
  id: string,
  { returned, proof }: { returned: NonNullable<Payment["returned"]>; proof: string | null },
  now: string,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({ returned, proof })
    .where("id", "=", id)
    .where("state", "=", pending)
    .where("returned", "is", null)
    .execute();
  await db
    .updateTable("payments")
    .set({ next_at: now })
    .where("id", "=", id)
    .where("next_at", ">", now)
    .where("lease_owner", "is", null)
    .execute();
}

interface Lease {
  owner: string;
  now: string;
  until: string;
}

const lease = (db: Queries, { owner, until }: Lease) =>
  db.updateTable("payments").set((build) => ({
    attempts: build("attempts", "+", 1),
    next_at: until,
    lease_owner: owner,
    lease_until: until,
  }));

/** What ends a lease, however the work came out. */
const released = { ...unleased, last_error: null };

/** Leases up to `limit` with something to do, the oldest first; whoever dies with one leaves it due when the lease ends. */
export const leasePayments = async (
  db: Queries,
  given: Lease & { limit: number },
): Promise<LeasedPayment[]> =>
  (await lease(db, given)
    .where("next_at", "<=", given.now)
    .where("id", "in", (build) =>
      build
        .selectFrom("payments")
        .select("id")
        .where("next_at", "<=", given.now)
        .orderBy("next_at")
        .limit(given.limit),
    )
    .returningAll()
    .execute()) as LeasedPayment[];

/** Leases one; undefined where there is nothing to do, or somebody else is at it. */
export const leasePayment = async (
  db: Queries,
  id: string,
  given: Lease,
): Promise<LeasedPayment | undefined> =>
  (await lease(db, given)
    .where("id", "=", id)
    .where("next_at", "<=", given.now)
    .returningAll()
    .executeTakeFirst()) as LeasedPayment | undefined;

export async function nextPaymentAt(db: Queries): Promise<Date | undefined> {
  const row = await db
    .selectFrom("payments")
    .select("next_at")
    .where("next_at", "is not", null)
    .orderBy("next_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_at ? new Date(row.next_at) : undefined;
}

/** Makes what a process that is gone had leased due at once. Only where no other process uses the store. */
export const releaseAllPayments = (db: Queries, now: string): Promise<unknown> =>
  db
    .updateTable("payments")
    .set({ next_at: now, ...unleased })
    .where("lease_owner", "is not", null)
    .execute();

const ofLease = (db: Queries, { id, lease_owner, lease_until }: LeasedPayment) =>
  db
    .updateTable("payments")
    .where("id", "=", id)
    .where("lease_owner", "=", lease_owner)
    .where("lease_until", "=", lease_until);

/**
 * Written before the provider is asked to confirm, in the caller's transaction: whoever comes after a crash asks how it
 * ended, and until what waits is told, nobody else ends the wait. Tells whether it is still ours, and still wanted.
 */
export async function beginConfirm(db: Queries, payment: LeasedPayment, now: string): Promise<boolean> {
  await lockWait(db, payment.wait);
  if (!(await isAwaited(db, payment.wait, now))) return false;
  const { numUpdatedRows } = await ofLease(db, payment)
    .set((build) => ({ confirm_began_at: build.fn.coalesce("confirm_began_at", sql.val(now)) }))
    .where("state", "=", pending)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Settled = Pick<Payment, "status" | "response_code" | "receipt"> & {
  state: Exclude<PaymentState, "pending">;
};

/** Ends it, once; what waits for it is still to be told. Tells whether it was this one. */
export async function settlePayment(
  db: Queries,
  id: string,
  settled: Settled & { note?: string },
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payments")
    .set({
      ...settled,
      settled_at: now,
      next_at: now,
      attempts: 0,
      ...released,
      // What it was confirmed with is worth nothing afterwards.
      proof: null,
    })
    .where("id", "=", id)
    .where("state", "=", pending)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends one so that another can be begun in its place, and tells nobody. Tells whether it did: not once somebody came back,
 * nor once the provider was asked to take the money, for that cannot be called back.
 */
export async function replacePayment(db: Queries, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payments")
    .set({
      state: "cancelled",
      status: "REPLACED",
      settled_at: now,
      told_at: now,
      next_at: null,
      attempts: 0,
      ...released,
    })
    .where("id", "=", id)
    .where("state", "=", pending)
    .where("returned", "is", null)
    .where("confirm_began_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What waits for it was told. */
export const tellPayment = (db: Queries, id: string, now: string): Promise<unknown> =>
  db
    .updateTable("payments")
    .set({
      told_at: now,
      // What is to be given back meanwhile stays so.
      next_at: sql<string | null>`case when refund_due_at is not null and refunded < amount then ${now} end`,
      ...released,
    })
    .where("id", "=", id)
    .where("state", "!=", pending)
    .execute();

/** All of it is to be given back from now on, once. Tells whether it was not before: only of what was paid and is still kept. */
export async function dueRefund(db: Queries, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payments")
    .set({ refund_due_at: now, next_at: now, attempts: 0, ...unleased })
    .where("id", "=", id)
    .where("state", "=", sql.lit("accepted" as const))
    .where("refund_due_at", "is", null)
    .whereRef("refunded", "<", "amount")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Written before its provider is asked: false where somebody else has asked, and it is not known how that ended. */
export async function beginDueRefund(db: Queries, payment: LeasedPayment, now: string): Promise<boolean> {
  const { numUpdatedRows } = await ofLease(db, payment)
    .set({ refund_began_at: now })
    .where("refunded", "=", payment.refunded)
    .where("refund_began_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** All of it was given back. */
export const endDueRefund = (db: Queries, id: string): Promise<unknown> =>
  db
    .updateTable("payments")
    .set((build) => ({
      refunded: build.ref("amount"),
      refund_began_at: null,
      next_at: null,
      attempts: 0,
      ...released,
    }))
    .where("id", "=", id)
    .execute();

/**
 * To be looked at again at `next`, or at once where the person has come back since it was leased; never, where there is no
 * `next`, until an operator has.
 */
export const postponePayment = (
  db: Queries,
  payment: LeasedPayment,
  {
    next,
    now,
    error = null,
    differs,
  }: { next: string | null; now: string; error?: string | null; differs?: string },
): Promise<unknown> =>
  ofLease(db, payment)
    .set((build) => ({
      next_at:
        next === null || payment.returned !== null
          ? next
          : build.case().when("returned", "is", null).then(next).else(now).end(),
      ...released,
      last_error: error,
      ...(differs === undefined ? {} : { differs }),
    }))
    .execute();

/** Nothing of the person whose runs these were: the payments stay, as the law asks. */
export const forgetPayer = (db: Queries, run: string): Promise<unknown> =>
  db.updateTable("payments").set({ proof: null, last_error: null }).where("run", "=", run).execute();

export interface PaymentMetrics {
  /** By brand and currency, those that nobody has settled. */
  pending: { brand: string; currency: string; count: number }[];
  /** Past the time in which they can be paid, and still not settled. */
  overdue: number;
  /** Those of which the provider says something else. */
  differs: number;
  /** Settled, and what waits for them is not told yet. */
  untold: number;
  /** Those that are to be given back, and are not yet. */
  unrefunded: number;
}

export async function paymentMetrics(db: Queries, now: string): Promise<PaymentMetrics> {
  const rows = await db
    .selectFrom("payments")
    .select(({ fn }) => ["brand", "currency", fn.countAll().as("count")])
    .where("state", "=", pending)
    .groupBy(["brand", "currency"])
    .execute();
  const counted = async (narrow: "overdue" | "differs" | "untold" | "unrefunded"): Promise<number> => {
    const all = db.selectFrom("payments").select(({ fn }) => fn.countAll().as("count"));
    const some = {
      overdue: all.where("state", "=", pending).where("expires_at", "<", now),
      differs: all.where("differs", "is not", null),
      untold: all.where("state", "!=", pending).where("told_at", "is", null),
      unrefunded: all.where("refund_due_at", "is not", null).whereRef("refunded", "<", "amount"),
    }[narrow];
    return Number((await some.executeTakeFirstOrThrow()).count);
  };
  return {
    pending: rows.map(({ brand, currency, count }) => ({ brand, currency, count: Number(count) })),
    overdue: await counted("overdue"),
    differs: await counted("differs"),
    untold: await counted("untold"),
    unrefunded: await counted("unrefunded"),
  };
}
