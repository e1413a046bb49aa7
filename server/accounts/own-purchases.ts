/** What a person has bought or reserved and paid for: whether it can still be cancelled, and by which link. */
import { dayIn } from "../clock.ts";
import { cancellationDetails, cancellingState } from "../payments/cancelling.ts";
import { cancellationsOf } from "../store/cancellations.ts";
import { holdsOfOrders } from "../store/holds.ts";
import { momentOf, type OwnDeps, type Owner } from "./own.ts";
import { paymentsOf, refundOf } from "./own-payments.ts";

/** Those of their own payments that opened a way to cancel, the newest first. */
export async function ownPurchases(deps: OwnDeps, owner: Owner) {
  const { db } = deps.store;
  const payments = await paymentsOf(deps, owner);
  const orders = payments.map(({ payment }) => payment.order_number);
  const cancellations = await cancellationsOf(db, orders);
  const holds = await holdsOfOrders(db, orders);
  const today = dayIn(owner.revision.public.brand.timeZone, deps.clock());
  return payments.flatMap(({ payment, sent }) => {
    const own = ({ order_number }: { order_number: string | null }): boolean =>
      order_number === payment.order_number;
    const [cancellation, hold] = [cancellations.find(own), holds.find(own)];
    if (cancellation?.brand !== owner.who.brand || !hold) return [];
    const state = cancellingState(cancellation, payment, hold, today);
    const { subject, token } = cancellationDetails(cancellation);
    return [
      {
        order: payment.order_number,
        subject,
        state,
        until: cancellation.until_day,
        day: momentOf(owner.revision, payment.created_at).day,
        ...(sent ? { number: sent.number } : {}),
        ...refundOf(owner, payment),
        ...(state === "open" ? { token } : {}),
      },
    ];
  });
}
