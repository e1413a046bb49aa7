/** A sale that is cancelled by who has its link: until when that can be, and all that hangs on it, in one transaction. */
import { createHash, randomUUID } from "node:crypto";
import { dayIn } from "../../clock.ts";
import {
  cancellationDetails,
  cancellingState,
  type CancellationDetails,
  type CancellingState,
} from "../../payments/cancelling.ts";
import { amountOf, type Receipt } from "../../payments/provider.ts";
import { newToken, tokenPattern } from "../../random.ts";
import { fact } from "../../services/embedded/facts.ts";
import { recordOnce } from "../../services/embedded/record-once.ts";
import {
  refusal,
  type ServiceAnswer,
  type ServiceBrand,
  type ServiceRequest,
} from "../../services/embedded/service.ts";
import { readTexts, type TextRule } from "../../services/embedded/texts.ts";
import { isPlainAddress } from "../../mail-address.ts";
import {
  addCancellation,
  endCancellation,
  findCancellation,
  lockCancellation,
  type Cancellation,
} from "../../store/cancellations.ts";
import { removeCallsOf } from "../../store/deliveries.ts";
import { lockHold, type Hold } from "../../store/holds.ts";
import { dueRefund, findPaymentBy, type Payment } from "../../store/payments.ts";
import type { Queries } from "../../store/store.ts";
import { numberOfRun } from "../../store/submissions.ts";
import { lockStock } from "../catalogue/stock-changes.ts";
import { daysAfter } from "../reference/opening-hours.ts";
import type { DealerDeps } from "../requests/deps.ts";
import { returnUnit } from "./give-back.ts";
import { wishOf } from "./units.ts";

const service = "reservation";

/** Calls that take the unit: where they still wait to be made again, they are not any more. */
const takingCalls = ["reservation.reserve", "buyingFlow.reserveSpecial"];

export const tokenHashOf = (token: string): string =>
  createHash("sha256").update(`cancellation ${token}`).digest("hex");

const tokenRule: TextRule = { max: 43, fits: (text) => new RegExp(tokenPattern).test(text) };
const emailRule: TextRule = { max: 254, fits: isPlainAddress, says: "debe ser un correo" };

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The day on which it was paid, by the brand's clock. */
function paidOn(brand: ServiceBrand, { receipt, settled_at, created_at }: Payment): string {
  const at = Date.parse(receipt === null ? "" : (JSON.parse(receipt) as Receipt).paidAt);
  const moment = Number.isNaN(at) ? new Date(settled_at ?? created_at) : new Date(at);
  return dayIn(fact(brand, ["timeZone"]), moment);
}

/** How many days after the payment; the law's, or what the brand gives where there is none. */
function daysOf({ code, facts }: ServiceBrand): number {
  const { cancellationDays } = facts;
  if (Number.isSafeInteger(cancellationDays)) return cancellationDays as number;
  throw new Error(`Brand ${code} has no fact cancellationDays`);
}

/** Opens the cancelling of what was paid for, and gives its token: the same one for the same payment. */
export async function openCancellation(
  { store, clock }: DealerDeps,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  const read = readTexts(request.body, {
    transactionId: { max: 40, fits: (text) => /^[\w-]+$/.test(text) },
    email: emailRule,
    subject: { max: 160 },
  });
  if ("fault" in read) return refusal(400, read.fault);
  const { transactionId = "", email = "", subject = "" } = read.texts;
  const { brand } = request;
  const now = clock();
  return await recordOnce(store, service, request, now, async (db, key) => {
    const payment = await findPaymentBy(db, "order_number", transactionId);
    if (payment?.brand !== brand.code || payment.state !== "accepted")
      return refusal(404, "No hay un pago aceptado con ese número de orden");
    const known = await findCancellation(db, "order_number", transactionId);
    if (known) {
      const { email: own, token } = cancellationDetails(known);
      if (!sameAddress(own, email)) return refusal(409, "Ese pago es de otra persona");
      return { status: 200, body: { status: "ok", token, until: known.until_day } };
    }
    const token = newToken();
    const until = daysAfter(paidOn(brand, payment), daysOf(brand));
    const details: CancellationDetails = { email, subject, token };
    await addCancellation(db, {
      id: randomUUID(),
      brand: brand.code,
      order_number: transactionId,
      call_key: key,
      token_hash: tokenHashOf(token),
      details: JSON.stringify(details),
      until_day: until,
      state: "open",
      reason: null,
      created_at: now.toISOString(),
      changed_at: now.toISOString(),
    });
    return { status: 200, body: { status: "ok", token, until } };
  });
}

interface Sale {
  cancellation: Cancellation;
  payment: Payment;
  hold: Hold;
  state: CancellingState;
}

/** What a cancellation is of, and how that stands; undefined where it is not known any more. */
async function saleOf(
  db: Queries,
  brand: ServiceBrand,
  cancellation: Cancellation | undefined,
  now: Date,
): Promise<Sale | undefined> {
  if (cancellation?.brand !== brand.code) return undefined;
  const { order_number: order } = cancellation;
  const hold = await lockHold(db, "order_number", order);
  const payment = await findPaymentBy(db, "order_number", order);
  if (!hold || payment?.brand !== brand.code) return undefined;
  const state = cancellingState(cancellation, payment, hold, dayIn(fact(brand, ["timeZone"]), now));
  return { cancellation, payment, hold, state };
}

/** Where the car is, and by which number they are reached there. */
function branchOf({ reference }: DealerDeps, hold: Hold): { branch?: { name: string; phone: string } } {
  const { company, car } = wishOf(hold);
  const [office] = reference.stock.get(company)?.find(({ id }) => id === car)?.offices ?? [];
  const offices = reference.companies.flatMap(({ cities }) =>
    cities.flatMap(({ branchOffices }) => branchOffices),
  );
  const found = offices.find(({ uuid }) => uuid === office);
  return found && found.telephone !== "" ? { branch: { name: found.name, phone: found.telephone } } : {};
}

const unknown = refusal(404, "Ese enlace no es válido o ya no sirve");

/** Shows what can be cancelled to who has its link: nothing of the person. */
export async function showCancellation(
  parts: DealerDeps,
  { brand, headers }: ServiceRequest,
): Promise<ServiceAnswer> {
  const token = headers["x-cancellation-token"] ?? "";
  if (!tokenRule.fits!(token)) return unknown;
  const { db } = parts.store;
  const found = await findCancellation(db, "token_hash", tokenHashOf(token));
  const sale = await saleOf(db, brand, found, parts.clock());
  if (!sale) return unknown;
  const { cancellation, payment, hold, state } = sale;
  const number = await numberOfRun(db, payment.run);
  return {
    status: 200,
    body: {
      state,
      canCancel: state === "open",
      until: cancellation.until_day,
      subject: cancellationDetails(cancellation).subject,
      order: payment.order_number,
      ...(number === undefined ? {} : { number }),
      amount: amountOf({ ...payment, amount: payment.amount - payment.refunded }),
      currency: payment.currency,
      paidOn: paidOn(brand, payment),
      isRefunded: payment.refunded >= payment.amount,
      ...branchOf(parts, hold),
    },
  };
}

const refused: Record<Exclude<CancellingState, "open">, string> = {
  late: "El plazo para cancelar ya pasó",
  over: "Esta compra ya no se puede cancelar aquí",
  cancelled: "Esta compra ya fue cancelada",
};

/**
 * Cancels by the link, where the address is that of the sale: the unit is free again, what still waited to take it is not
 * done any more, and the money is due. Of two who do it at once one does.
 */
export async function cancelSale(
  { store, clock, reference, queued }: DealerDeps,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  const read = readTexts(request.body, {
    token: tokenRule,
    email: emailRule,
    reason: { max: 40, fits: (text) => /^\w+$/.test(text) },
  });
  if ("fault" in read) return refusal(400, read.fault);
  const { token = "", email = "", reason = "" } = read.texts;
  const now = clock();
  const at = now.toISOString();
  const answer = await recordOnce(store, service, request, now, async (db) => {
    await lockStock(db);
    const found = await lockCancellation(db, tokenHashOf(token));
    const sale = await saleOf(db, request.brand, found, now);
    if (!sale) return unknown;
    const { cancellation, payment, hold, state } = sale;
    if (!sameAddress(cancellationDetails(cancellation).email, email))
      return refusal(403, "Ese no es el correo de esta compra", { reason: "email" });
    if (state !== "open") return refusal(409, refused[state], { reason: state });
    if (!(await dueRefund(db, payment.id, at))) return refusal(409, refused.over, { reason: "over" });
    await returnUnit(db, reference, hold, now);
    await removeCallsOf(db, payment.run, takingCalls);
    await endCancellation(db, cancellation.id, { reason, now: at });
    const left = amountOf({ ...payment, amount: payment.amount - payment.refunded });
    return { status: 200, body: { state: "cancelled", amount: left, currency: payment.currency } };
  });
  queued?.();
  return answer;
}

/** Whether what was paid with an order was cancelled: nothing is taken for it any more. */
export const isCancelled = async (db: Queries, order: string): Promise<boolean> =>
  (await findCancellation(db, "order_number", order))?.state === "cancelled";
