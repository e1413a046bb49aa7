/** What the providers of payments have in common: whoever pays through them does not know which it is. */
import type { Payment } from "../store/payments.ts";
import type { PaymentsTable } from "../store/tables-of-payments.ts";

/** What a receipt shows, beside what the payment itself says. */
export interface Receipt {
  authorization: string;
  /** The provider's code for the kind of card. */
  paymentType: string;
  /** Of the card's number. */
  lastFour: string;
  /** 0 where there are none, as with a debit card. */
  instalments: number;
  /** ISO 8601. */
  paidAt: string;
}

/** What a provider says of a payment. */
export type Settlement =
  /** Nobody paid, and somebody may still. */
  | { state: "pending" }
  | { state: "accepted"; status: string; receipt: Receipt }
  | { state: "cancelled" | "rejected"; status: string; code?: number }
  /** It is another payment, or one of another amount. */
  | { state: "differs"; differs: string };

/** Where a person's browser is taken to pay. */
export type HandOver =
  | { kind: "form"; action: string; fields: Record<string, string> }
  | { kind: "checkout"; script: string; settings: Record<string, string> };

/** How a person came back. */
export interface Return {
  returned: NonNullable<Payment["returned"]>;
  /** What is needed to confirm. */
  proof?: Record<string, string>;
}

/** What a provider is told of a payment, at its begin. */
export interface Beginning {
  /** Where it takes the person back to. */
  returnUrl: string;
  /** Internet address of who pays: undefined where nobody is there, as when an attempt is resumed. */
  clientIp: string | undefined;
}

export interface PaymentProvider {
  /** Minutes in which a person can pay, from the begin on. */
  minutes: number;
  begin(payment: Payment, given: Beginning): Promise<{ token: string; url: string | null }>;
  handOver(payment: Payment, addresses: { returnUrl: string }): HandOver;
  /** @throws {ForeignReturn} for what is no return of this payment. */
  readReturn(payment: Payment, received: Record<string, string>): Return;
  /** Takes the money. It may have been taken though this throws. */
  confirm(payment: Payment): Promise<Settlement>;
  /** Changes nothing. */
  status(payment: Payment): Promise<Settlement>;
  /** Gives back so much, in the smallest unit. */
  refund(payment: Payment, amount: number): Promise<void>;
}

/** What providers call it when all was given back. */
const undone = new Set(["NULLIFIED", "REVERSED", "Refunded", "Reversed", "Voided"]);

/** Whether a provider says that it has given all of it back, whoever asked for that. */
export const isGivenBack = (known: Settlement): boolean =>
  known.state === "cancelled" && undone.has(known.status);

export class ForeignReturn extends Error {}

/** A provider did not answer, or not as it should: how it ended is not known. */
export class ProviderFailure extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const decimals: Record<PaymentsTable["currency"], number> = { CLP: 0, USD: 2, PEN: 2 };

export const isCurrency = (text: unknown): text is PaymentsTable["currency"] =>
  typeof text === "string" && Object.hasOwn(decimals, text);

/** The smallest units of an amount; undefined for one that is none, or has more decimals than its currency. */
export function smallestUnits(amount: number, currency: PaymentsTable["currency"]): number | undefined {
  const units = Math.round(amount * 10 ** decimals[currency]);
  const isExact = Math.abs(units - amount * 10 ** decimals[currency]) < 1e-6;
  return isExact && units > 0 && units <= 2_000_000_000 ? units : undefined;
}

/** The amount as people and providers say it. */
export const amountOf = ({ amount, currency }: Pick<Payment, "amount" | "currency">): number =>
  amount / 10 ** decimals[currency];

/** The codes for kinds of cards, as receipts have them. What is none of these is not called either. */
const credit = /^(V[NC]|S[12I]|NC)$/;
const debit = /^V[DP]$/;

export const methodOf = ({ paymentType }: Pick<Receipt, "paymentType">): "credit" | "debit" | "other" =>
  credit.test(paymentType) ? "credit" : debit.test(paymentType) ? "debit" : "other";
