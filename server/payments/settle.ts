/** How one payment ends: what to ask its provider, given what is known of it. */
import type { Payment, Settled } from "../store/payments.ts";
import { ProviderFailure, type PaymentProvider, type Settlement } from "./provider.ts";

/** What the dealers' own backend calls how a payment ended that nobody finished. */
const unfinished = {
  finished: "TIMEOUT",
  cancelled: "REJECTED_IN_WEBPAY",
  recovered: "REJECTED_IN_WEBPAY",
  timeout: "TIMEOUT",
} as const satisfies Record<NonNullable<Payment["returned"]>, string>;

/** Minutes in which a confirmation whose answer was lost may still have an effect: what is never confirmed is given back. */
const confirmMinutes = 10;

/** `again`: nothing is known to have ended, and it is looked at later. */
export type Ended = Settled | { state: "again" } | { state: "differs"; differs: string };

export interface Situation {
  now: Date;
  /** Whether what waits for it still waits: what nobody waits for is not taken. */
  isWanted: boolean;
  /** Writes down that the provider is asked to confirm. False where somebody else has taken over. */
  beginConfirm: () => Promise<boolean>;
}

/**
 * Confirms what was finished, once; of everything else it asks how it stands. Where an answer was lost, or the provider
 * says that it was confirmed already (422), it is asked how that ended.
 * @throws {ProviderFailure} where that cannot be known now
 */
export async function endOfPayment(
  provider: PaymentProvider,
  payment: Payment,
  { now, isWanted, beginConfirm }: Situation,
): Promise<Ended> {
  const isOver = now.toISOString() >= payment.expires_at;
  const canConfirm = payment.returned === "finished" && isWanted && !isOver;
  // Asked first where it may have been confirmed before.
  if (!canConfirm || payment.confirm_began_at !== null) {
    const known = await provider.status(payment);
    if (known.state !== "pending") return settled(known);
    if (!canConfirm) return unpaid(payment, { now, isOver, isWanted });
  }
  if (!(await beginConfirm())) return { state: "again" };
  return settled(await confirmed(provider, payment));
}

async function confirmed(provider: PaymentProvider, payment: Payment): Promise<Settlement> {
  try {
    return await provider.confirm(payment);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return await provider.status(payment);
  }
}

/** What is written down of how a provider says that a payment ended. */
export function settled(known: Settlement): Ended {
  if (known.state === "pending") return { state: "again" };
  if (known.state === "differs") return known;
  if (known.state === "accepted") {
    const receipt = JSON.stringify(known.receipt);
    return { state: "accepted", status: known.status, response_code: 0, receipt };
  }
  return { state: known.state, status: known.status, response_code: known.code ?? null, receipt: null };
}

/** The provider says that nothing was paid: it ends where nobody can, or wants to, pay it any more. */
function unpaid(
  payment: Payment,
  { now, isOver, isWanted }: { now: Date; isOver: boolean; isWanted: boolean },
): Ended {
  const { returned, confirm_began_at } = payment;
  const isGivenUp = returned !== null && returned !== "finished";
  if (!isOver && !isGivenUp && isWanted) return { state: "again" };
  if (confirm_began_at !== null) {
    const after = now.getTime() - Date.parse(confirm_began_at);
    if (after < confirmMinutes * 60_000) return { state: "again" };
  }
  const status = isWanted || isOver ? unfinished[returned ?? "timeout"] : "ABANDONED";
  return { state: "cancelled", status, response_code: null, receipt: null };
}
