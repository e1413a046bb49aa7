/** What a stand-in of a provider knows of payments: they are gone when it ends. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../../clock.ts";

/** What the person at the bank's page chose. */
export const choices = ["approve", "reject", "cancel", "expire", "recover"] as const;
export type Choice = (typeof choices)[number];

export interface Held {
  token: string;
  order: string;
  session: string;
  amount: number;
  currency: string;
  returnUrl: string;
  /** From where somebody pays, where the provider is told. */
  clientIp?: string;
  begun: Date;
  choice?: Choice;
  card: "credit" | "debit";
  instalments: number;
  state: "open" | "authorized" | "failed" | "reversed" | "refunded";
  /** How often somebody asked to take the money, whatever came of it. */
  confirmations: number;
  taken: number;
  returned: number;
}

export interface Ledger {
  open(
    given: Pick<Held, "order" | "session" | "amount" | "currency" | "returnUrl" | "clientIp">,
  ): Held | undefined;
  byToken(token: string): Held | undefined;
  byOrder(order: string): Held | undefined;
  all(): Held[];
  now(): Date;
}

export function createLedger(clock: Clock): Ledger {
  const held = new Map<string, Held>();
  const orders = new Map<string, Held>();
  return {
    open: (given) => {
      if (orders.has(given.order)) return undefined;
      const token = `01ab${randomBytes(30).toString("hex")}`;
      const one: Held = {
        ...given,
        token,
        begun: clock(),
        card: "credit",
        instalments: 0,
        state: "open",
        confirmations: 0,
        taken: 0,
        returned: 0,
      };
      held.set(token, one);
      orders.set(given.order, one);
      return one;
    },
    byToken: (token) => held.get(token),
    byOrder: (order) => orders.get(order),
    all: () => [...held.values()],
    now: clock,
  };
}

/** Digits of the cards that both providers give out for tries. */
export const cardOf = ({ card, choice }: Held): string =>
  choice === "reject" ? "0568" : card === "debit" ? "7763" : "6623";
