/** What a program that waits is told of a payment: the event by which it goes on. */
import type { CompiledEventType, EventOutcome } from "../../schemas/engine/serve.ts";
import { dayIn, timeIn } from "../clock.ts";
import type { Payment } from "../store/payments.ts";
import { amountOf, methodOf, type Receipt } from "./provider.ts";

const outcomes = {
  accepted: "came",
  rejected: "refused",
  cancelled: "cancelled",
} as const satisfies Record<Exclude<Payment["state"], "pending">, EventOutcome>;

/** What its receipt shows; instalments only of what is paid in some. */
export function receiptOf(payment: Payment): Record<string, unknown> {
  const { order_number: order, session_id: session, currency, status, response_code: code } = payment;
  const shown = {
    order,
    session,
    amount: amountOf(payment),
    currency,
    description: payment.description,
    ...(status === null ? {} : { status }),
    ...(code === null ? {} : { code }),
  };
  if (payment.receipt === null) return shown;
  const receipt = JSON.parse(payment.receipt) as Receipt;
  const method = methodOf(receipt);
  return {
    ...shown,
    authorization: receipt.authorization,
    method,
    paymentType: receipt.paymentType,
    lastFour: receipt.lastFour,
    paidAt: receipt.paidAt,
    ...(method === "debit" ? {} : { instalments: receipt.instalments }),
  };
}

/** When it was paid, as the brand's clocks showed it: an instant says nothing of the day that it is there. */
function paidIn(timeZone: string, { receipt }: Payment): { paidOn?: string; paidTime?: string } {
  const paidAt = receipt === null ? NaN : Date.parse((JSON.parse(receipt) as Receipt).paidAt);
  if (Number.isNaN(paidAt)) return {};
  const at = new Date(paidAt);
  return { paidOn: dayIn(timeZone, at), paidTime: timeIn(timeZone, at) };
}

/** The event, with so much of the receipt as its definition takes. */
export function eventOf(
  payment: Payment & { state: Exclude<Payment["state"], "pending"> },
  type: Pick<CompiledEventType, "payload">,
  timeZone: string,
): { outcome: EventOutcome; payload: Record<string, unknown> } {
  const shown = Object.entries({ ...receiptOf(payment), ...paidIn(timeZone, payment) });
  const payload = Object.fromEntries(shown.filter(([name]) => Object.hasOwn(type.payload, name)));
  return { outcome: outcomes[payment.state], payload };
}
