/** What is to be given back, whoever decided it: asked for until the provider says that it did. */
import { beginDueRefund, endDueRefund, type LeasedPayment } from "../store/payments.ts";
import { endRefund } from "../store/payments-operated.ts";
import type { Queries } from "../store/store.ts";
import { isGivenBack, ProviderFailure, type PaymentProvider } from "./provider.ts";

export const isToGiveBack = ({ refund_due_at, refunded, amount }: LeasedPayment): boolean =>
  refund_due_at !== null && refunded < amount;

/**
 * Gives back all that is left of a payment. Where it is not known how an earlier try ended, it is asked first. Asking again
 * for the same rest is safe: no provider gives back more than it took.
 * @throws {ProviderFailure} where it was not given back, or nobody knows: it is tried again
 */
export async function giveBack(
  provider: PaymentProvider,
  payment: LeasedPayment,
  db: Queries,
  now: string,
): Promise<void> {
  const { id, amount, refunded, attempts, refund_began_at } = payment;
  // The first try has nothing to ask about; after that somebody may have done it elsewhere.
  if (attempts > 1 || refund_began_at !== null) {
    if (isGivenBack(await provider.status(payment))) return void (await endDueRefund(db, id));
  }
  if (refund_began_at === null && !(await beginDueRefund(db, payment, now)))
    throw new ProviderFailure("somebody else is giving it back");
  try {
    await provider.refund(payment, amount - refunded);
  } catch (error) {
    // Who says no has done nothing: an operator may try it too.
    if (error instanceof ProviderFailure && error.status !== undefined) await endRefund(db, id, 0);
    throw error;
  }
  await endDueRefund(db, id);
}
