/** What a person paid, or was to pay, and the receipt of what was paid. */
import { amountText } from "../../schemas/engine/all.ts";
import { amountOf, methodOf, type Receipt } from "../payments/provider.ts";
import { paymentsOfRuns, runsOfSubmissions } from "../store/own.ts";
import type { Payment } from "../store/payments.ts";
import { momentOf, ownSubmissions, type OwnDeps, type OwnSubmission, type Owner } from "./own.ts";

const states: Record<Payment["state"], string> = {
  pending: "Sin terminar",
  accepted: "Pagado",
  cancelled: "Cancelado",
  rejected: "Rechazado",
};

const text = ({ revision }: Owner, payment: Payment): string => {
  const { locale } = revision.public.brand;
  return amountText(amountOf(payment), payment.currency, locale, payment.currency === "CLP" ? 0 : 2) ?? "";
};

/** Their payments, each with what was sent with it: a reservation has its own number and state. */
async function paymentsOf(
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
const refundOf = (owner: Owner, payment: Payment) =>
  payment.refunded > 0 ? { refunded: text(owner, { ...payment, amount: payment.refunded }) } : {};

function rowOf(owner: Owner, payment: Payment, sent: OwnSubmission | undefined) {
  return {
    order: payment.order_number,
    description: payment.description,
    amount: text(owner, payment),
    state: states[payment.state],
    ...momentOf(owner.revision, payment.created_at),
    ...refundOf(owner, payment),
    // Of one that was not taken there is no receipt.
    ...(payment.state === "accepted" ? { receipt: payment.order_number } : {}),
    ...(sent ? { about: `${sent.title}, ${sent.number}`, sent: sent.state } : {}),
  };
}

/** What they paid, or were to pay. */
export const ownPayments = async (deps: OwnDeps, owner: Owner) =>
  (await paymentsOf(deps, owner)).map(({ payment, sent }) => rowOf(owner, payment, sent));

const methods = { credit: "Tarjeta de crédito", debit: "Tarjeta de débito", other: "Otra tarjeta" } as const;

/** What the receipt of the provider says of the card. */
function cardRows({ receipt: json }: Payment): { name: string; label: string }[] {
  if (json === null) return [];
  const receipt = JSON.parse(json) as Receipt;
  const { authorization, lastFour, instalments } = receipt;
  const row = (name: string, label: string) => (label === "" ? [] : [{ name, label }]);
  return [
    ...row("Código de autorización", authorization),
    ...row("Tipo de tarjeta", methods[methodOf(receipt)]),
    ...row("Tarjeta terminada en", lastFour),
    ...row("Cuotas", instalments > 0 ? String(instalments) : ""),
  ];
}

/** The receipt of one that was paid; undefined where it is none of theirs, or was not taken. */
export async function ownPayment(deps: OwnDeps, owner: Owner, order: string) {
  const found = (await paymentsOf(deps, owner)).find(({ payment }) => payment.order_number === order);
  if (found?.payment.state !== "accepted") return undefined;
  const { payment, sent } = found;
  const { receipt, settled_at, created_at } = payment;
  const paidAt = receipt === null ? (settled_at ?? created_at) : (JSON.parse(receipt) as Receipt).paidAt;
  const { refunded } = refundOf(owner, payment);
  return {
    order,
    description: payment.description,
    ...momentOf(owner.revision, paidAt),
    rows: [
      { name: "Por", label: payment.description },
      ...(sent ? [{ name: "Solicitud", label: `${sent.title}, ${sent.number}` }] : []),
      ...(sent ? [{ name: "Estado de la solicitud", label: sent.state }] : []),
      { name: "Número de orden", label: order },
      { name: "Monto", label: text(owner, payment) },
      { name: "Estado del pago", label: states[payment.state] },
      ...cardRows(payment),
      ...(refunded === undefined ? [] : [{ name: "Devuelto", label: refunded }]),
    ],
  };
}
