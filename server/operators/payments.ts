/** Payments, for those who run the site: what is pending, what differs from what its provider says, and money given back. */
import type { Config } from "../config/config.ts";
import { withStandIns } from "../config/payments.ts";
import { receiptOf } from "../payments/event.ts";
import {
  amountOf,
  ProviderFailure,
  smallestUnits,
  type PaymentProvider,
  type Settlement,
} from "../payments/provider.ts";
import { providersOf } from "../payments/providers.ts";
import { settled } from "../payments/settle.ts";
import { settlePayment, type Payment, type PaymentState } from "../store/payments.ts";
import {
  endRefund,
  beginRefund,
  listPayments,
  noteDifference,
  readPaymentRow,
} from "../store/payments-operated.ts";
import type { Store } from "../store/store.ts";
import { OperatorError } from "./operator-error.ts";

export { listPayments } from "../store/payments-operated.ts";

export const paymentStates: readonly PaymentState[] = ["pending", "accepted", "cancelled", "rejected"];

/** One whole, with its receipt; undefined where there is none. By its id or order number. What opens it is nobody's to read. */
export async function readPayment({ db }: Pick<Store, "db">, id: string) {
  const found = await readPaymentRow(db, id);
  if (!found) return undefined;
  const {
    address: _,
    token_hash: __,
    provider_token: ___,
    provider_token_hash: ____,
    proof: _____,
    ...payment
  } = found;
  return { ...payment, amount: amountOf(found), receipt: receiptOf(found) };
}

async function required({ db }: Pick<Store, "db">, id: string): Promise<Payment> {
  const found = await readPaymentRow(db, id);
  if (!found) throw new OperatorError(`${id}: no hay un pago con ese id o número de orden.`);
  return found;
}

function requiredProvider(config: Config, { brand, provider }: Payment): PaymentProvider {
  const found = providersOf(withStandIns(config))(brand, provider);
  if (!found) throw new OperatorError(`Faltan las credenciales de ${provider} para ${brand}.`);
  return found;
}

/** What its provider says of a payment. @throws {OperatorError} where it says nothing */
async function asked(config: Config, payment: Payment): Promise<Settlement> {
  try {
    return await requiredProvider(config, payment).status(payment);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new OperatorError(
      `${payment.provider} no responde por la orden ${payment.order_number}: ${error.message}.`,
    );
  }
}

/**
 * Settles one that is pending: as its provider says, or as the operator knows where that cannot be asked. A server tells
 * what waits for it right after. Gives the state that it has then.
 */
export async function settleByOperator(
  store: Store,
  config: Config,
  id: string,
  { as, note }: { as?: "cancelled" | "rejected"; note: string },
  now: Date,
): Promise<PaymentState> {
  const payment = await required(store, id);
  if (payment.state !== "pending") return payment.state;
  const at = now.toISOString();
  if (as !== undefined) {
    const end = { state: as, status: "SETTLED_BY_OPERATOR", response_code: null, receipt: null, note };
    return (await settlePayment(store.db, payment.id, end, at)) ? as : (await required(store, id)).state;
  }
  const end = settled(await asked(config, payment));
  if (end.state === "differs") {
    await noteDifference(store.db, payment.id, end.differs);
    throw new OperatorError(
      `${payment.provider} dice otra cosa de este pago (${end.differs}): no se decide.`,
    );
  }
  if (end.state === "again") return "pending";
  await settlePayment(store.db, payment.id, { ...end, note }, at);
  return (await required(store, id)).state;
}

/** Gives money back, at most what was paid. It is written down before the provider is asked. */
export async function refundByOperator(
  store: Store,
  config: Config,
  id: string,
  amount: number | undefined,
  now: Date,
): Promise<{ refunded: number; amount: number; currency: string }> {
  const payment = await required(store, id);
  if (payment.state !== "accepted") throw new OperatorError("Solo se devuelve lo que se pagó.");
  const left = payment.amount - payment.refunded;
  const units = amount === undefined ? left : smallestUnits(amount, payment.currency);
  if (left === 0) throw new OperatorError("Ya se devolvió todo.");
  if (units === undefined || units <= 0 || units > left)
    throw new OperatorError(
      `Se puede devolver hasta ${amountOf({ ...payment, amount: left })} ${payment.currency}.`,
    );
  const provider = requiredProvider(config, payment);
  if (!(await beginRefund(store.db, payment, now.toISOString())))
    throw new OperatorError(
      "Una devolución de este pago empezó y no se sabe cómo terminó: mira en el medio de pago, y luego «payments reconcile».",
    );
  try {
    await provider.refund(payment, units);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // An answer that says no had no effect; without one nobody knows.
    if (error.status !== undefined) await endRefund(store.db, payment.id, 0);
    throw new OperatorError(`${payment.provider} no devolvió el dinero: ${error.message}.`);
  }
  await endRefund(store.db, payment.id, units);
  return {
    refunded: amountOf({ ...payment, amount: payment.refunded + units }),
    amount: amountOf(payment),
    currency: payment.currency,
  };
}

export interface Reconciled {
  looked: number;
  differing: { id: string; order: string; ours: PaymentState; theirs: string }[];
  /** Of which nobody could be asked, and why. */
  unanswered: { id: string; order: string; why: string }[];
}

/** Compares payments since a day with what their providers say, and marks those that differ. Settles nothing. */
export async function reconcile(store: Store, config: Config, since: Date): Promise<Reconciled> {
  const payments = await listPayments(store.db, { since: since.toISOString(), limit: 100_000 });
  const found: Reconciled = { looked: 0, differing: [], unanswered: [] };
  for (const { id } of payments) {
    const payment = await required(store, id);
    if (payment.provider_token === null) continue;
    found.looked += 1;
    const order = payment.order_number;
    const theirs = await asked(config, payment).catch((error: unknown) => {
      if (error instanceof OperatorError) return error;
      throw error;
    });
    if (theirs instanceof OperatorError) {
      found.unanswered.push({ id, order, why: theirs.message });
      continue;
    }
    const differs = differenceOf(payment, theirs);
    await noteDifference(store.db, id, differs ?? null);
    if (differs !== undefined) found.differing.push({ id, order, ours: payment.state, theirs: differs });
  }
  return found;
}

function differenceOf(payment: Payment, theirs: Settlement): string | undefined {
  if (theirs.state === "differs") return theirs.differs;
  const isPaid = theirs.state === "accepted";
  if (payment.state === "accepted") {
    // What was given back is no longer accepted there.
    return isPaid || payment.refunded > 0 ? undefined : theirs.state;
  }
  return isPaid ? "accepted" : undefined;
}
