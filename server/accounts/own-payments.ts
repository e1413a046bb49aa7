/** What a person paid, or was to pay, and the receipt of what was paid. */
import { amountText } from "../../schemas/engine/serve.ts";
import { amountOf, methodOf, type Receipt } from "../payments/provider.ts";
import { paymentsOfRuns, runsOfSubmissions } from "../store/own.ts";
import type { Payment } from "../store/payments.ts";
import { momentOf, ownSubmissions, type OwnDeps, type OwnSubmission, type Owner } from "./own.ts";

const text = ({ revision }: Owner, payment: Payment): string => {
  const { locale } = revision.public.brand;
  return amountText(amountOf(payment), payment.currency, locale, payment.currency === "CLP" ? 0 : 2) ?? "";
};

/** Their payments, each with what was sent with it: a reservation has its own number and state. */
export async function paymentsOf(
  deps: OwnDeps,
  owner: Owner,
): Promise<{ payment: Payment; sent: OwnSubmission | undefined }[]> {
  const { db } = deps.store;
  const sent = await ownSubmissions(deps, owner);
  const runs = await runsOfSubmissions(
    db,
    sent.map(({ id }) => id),
  );
  const payments = await paymentsOfRuns(db, owner.who.brand, [...new Set(runs.values())]);
  return payments.map((payment) => ({
    payment,
    sent: sent.find(({ id }) => runs.get(id) === payment.run),
  }));
}

/** What was paid back of it, in part or whole. */
export const refundOf = (owner: Owner, payment: Payment) =>
  payment.refunded > 0 ? { refunded: text(owner, { ...payment, amount: payment.refunded }) } : {};

function rowOf(owner: Owner, payment: Payment, sent: OwnSubmission | undefined) {
  return {
    order: payment.order_number,
    description: payment.description,
    amount: text(owner, payment),
    state: payment.state,
    ...momentOf(owner.revision, payment.created_at),
    ...refundOf(owner, payment),
    // Of one that was not taken there is no receipt.
    ...(payment.state === "accepted" ? { receipt: payment.order_number } : {}),
    ...aboutOf(sent),
  };
}

/** What it was for, and how far that is. */
const aboutOf = (sent: OwnSubmission | undefined) =>
  sent ? { about: `${sent.title}, ${sent.number}`, sent: sent.state } : {};

/** What they paid, or were to pay. */
export const ownPayments = async (deps: OwnDeps, owner: Owner) =>
  (await paymentsOf(deps, owner)).map(({ payment, sent }) => rowOf(owner, payment, sent));

/** What the receipt of the provider says of the card. */
function cardOf(receipt: Receipt) {
  const { authorization, lastFour, instalments } = receipt;
  return {
    authorization,
    cardType: methodOf(receipt),
    lastFour,
    ...(instalments > 0 ? { instalments } : {}),
  };
}

/** The receipt of one that was paid; undefined where it is none of theirs, or was not taken. */
export async function ownPayment(deps: OwnDeps, owner: Owner, order: string) {
  const found = (await paymentsOf(deps, owner)).find(({ payment }) => payment.order_number === order);
  if (found?.payment.state !== "accepted") return undefined;
  const { payment, sent } = found;
  const { receipt: json, settled_at, created_at } = payment;
  const receipt = json === null ? undefined : (JSON.parse(json) as Receipt);
  return {
    order,
    description: payment.description,
    ...momentOf(owner.revision, receipt?.paidAt ?? settled_at ?? created_at),
    amount: text(owner, payment),
    state: payment.state,
    ...aboutOf(sent),
    ...(receipt ? cardOf(receipt) : {}),
    ...refundOf(owner, payment),
  };
}
