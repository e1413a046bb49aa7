/** Whether what was paid for can still be cancelled by whoever paid: the same for its link as for their account. */
import type { Cancellation } from "../store/cancellations.ts";
import type { Hold } from "../store/holds.ts";
import type { Payment } from "../store/payments.ts";

/** `late`: its last day is over. `over`: what was sold was given back otherwise. */
export type CancellingState = "open" | "late" | "over" | "cancelled";

/** How it stands on a day of the brand's calendar. */
export function cancellingState(
  { state, until_day }: Pick<Cancellation, "state" | "until_day">,
  { refund_due_at, refunded, amount }: Pick<Payment, "refund_due_at" | "refunded" | "amount">,
  hold: Pick<Hold, "state">,
  today: string,
): CancellingState {
  if (state === "cancelled") return "cancelled";
  const isKept = hold.state !== "released" && refund_due_at === null && refunded < amount;
  if (!isKept) return "over";
  return today > until_day ? "late" : "open";
}

/** What is kept of one for whoever may cancel it. */
export interface CancellationDetails {
  email: string;
  subject: string;
  token: string;
}

export const cancellationDetails = ({ details }: Pick<Cancellation, "details">): CancellationDetails =>
  JSON.parse(details) as CancellationDetails;
