/** The calls of a card form that runs in the page of somebody else, at the paths of the specification. */
import { refusal, type ServiceAnswer, type ServiceRequest } from "../services/embedded/service.ts";
import { findPayment, findPaymentBy, pendingPaymentOf, type Payment } from "../store/payments.ts";
import type { Wait } from "../store/waits.ts";
import type { Payments } from "./payments.ts";
import { amountOf, ForeignReturn, smallestUnits } from "./provider.ts";
import type { Queries } from "../store/store.ts";

interface CardCallDeps {
  db: Queries;
  payments: Payments;
}

const isOf = ({ amount, currency }: Payment, given: number, givenCurrency: unknown): boolean =>
  currency === givenCurrency && smallestUnits(given, currency) === amount;

/**
 * The session of a payment that a program has begun. None is begun here: who names another amount than the program did,
 * or nothing that waits, gets none.
 */
export async function sessionOf(
  db: Queries,
  { body }: ServiceRequest,
  wait: Wait | undefined,
): Promise<ServiceAnswer> {
  const given = (body ?? {}) as Record<string, unknown>;
  if (!wait) return refusal(400, '"returnUrl" debe ser la dirección de algo que espera');
  const payment = await pendingPaymentOf(db, wait.id);
  if (payment?.provider !== "niubiz" || payment.provider_token === null)
    return refusal(409, "No hay un pago de Niubiz que espere ahí");
  const { amount, currency } = given;
  if (typeof amount !== "number" || !isOf(payment, amount, currency))
    return refusal(409, "El monto no es el del pago que espera");
  const { provider_token: sessionKey, order_number: purchaseNumber } = payment;
  return { status: 200, body: { sessionKey, purchaseNumber } };
}

/** What the card form brought is confirmed, as its return would be. What the query says is compared, and never taken. */
export async function authorize(
  { db, payments }: CardCallDeps,
  { brand, query, body }: ServiceRequest,
): Promise<ServiceAnswer> {
  const { buyOrder = "", currency, amount = "", sessionId } = query;
  const found = await findPaymentBy(db, "order_number", buyOrder);
  if (found?.brand !== brand.code || found.provider !== "niubiz") return refusal(404, "No hay tal pago");
  const isSame = isOf(found, Number(amount), currency) && [undefined, found.session_id].includes(sessionId);
  if (!isSame) return refusal(409, "El monto o la sesión no son los de ese pago");
  const given = Object.entries((body ?? {}) as Record<string, unknown>);
  const received = Object.fromEntries(
    given.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  try {
    await payments.takeReturn(found, received);
  } catch (error) {
    if (error instanceof ForeignReturn) return refusal(400, "Esa vuelta no es de este pago");
    throw error;
  }
  const now = (await findPayment(db, found.id))!;
  // Neither yes nor no: whoever reads one of them would be wrong.
  if (now.state === "pending") return refusal(503, "Todavía no se sabe cómo terminó. Pregunta de nuevo.");
  const status = now.state === "accepted" ? "Authorized" : "Not Authorized";
  return { status: 200, body: { status, buyOrder, amount: amountOf(now), currency: now.currency } };
}
