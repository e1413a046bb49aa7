/** What is held while somebody pays for it: until when, and what keeps it longer. */
import { expressionBuilder, type Expression, type SqlBool } from "kysely";
import type { Payment } from "./payments.ts";
import type { Tables } from "./tables.ts";

/** Where the order of a payment stands that something is held for. */
type OrderColumn = "appointment_places.payment" | "holds.order_number";

const build = expressionBuilder<Tables, "appointment_places" | "holds">();

const paymentsOf = (order: OrderColumn) =>
  build.selectFrom("payments").select("payments.id").whereRef("payments.order_number", "=", order);

/** Its payment was accepted, and not given back, or is being confirmed: that keeps what it is for, whatever the time. */
export const isPaidFor = (order: OrderColumn): Expression<SqlBool> =>
  build.exists(
    paymentsOf(order)
      .whereRef("refunded", "<", "amount")
      .where((where) =>
        where.or([
          where("payments.state", "=", "accepted"),
          where.and([where("payments.state", "=", "pending"), where("confirm_began_at", "is not", null)]),
        ]),
      ),
  );

/** Its payment was given up or refused. */
export const isNotPaidFor = (order: OrderColumn): Expression<SqlBool> =>
  build.exists(paymentsOf(order).where("payments.state", "in", ["cancelled", "rejected"]));

/** Minutes for which something is held for a payment that this server does not know. */
const unknownMinutes = 35;
/** Minutes beyond the end of a payment: who pays at the last moment is told a little later. */
const moreMinutes = 5;

export const minutesAfter = (time: number, minutes: number): string =>
  new Date(time + minutes * 60_000).toISOString();

/** Until when something is held for a payment that may still be made; ISO 8601. */
export const heldUntil = (payment: Pick<Payment, "expires_at"> | undefined, now: Date): string =>
  payment
    ? minutesAfter(Date.parse(payment.expires_at), moreMinutes)
    : minutesAfter(now.getTime(), unknownMinutes);
