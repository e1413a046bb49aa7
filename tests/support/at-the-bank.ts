/** A person at the page of a payment's provider, which the stand-ins draw: what they choose, and with what they come back. */
import type { Choice, Held } from "../../server/payments/stand-in/ledger.ts";
import type { PaymentStandIn } from "../../server/payments/stand-in/stand-in.ts";

/** @param page our own page of the payment, which takes a person there */
export async function chooseAtTheBank(
  standIn: PaymentStandIn,
  page: string,
  choice: Choice,
  card?: Partial<Pick<Held, "card" | "instalments">>,
): Promise<Record<string, string>> {
  const webpay = /name="token_ws" value="(\w+)"/.exec(page)?.[1];
  if (webpay !== undefined) return standIn.decide(webpay, choice, card);
  const settings = /const settings=(\{.*?\});/.exec(page)?.[1];
  if (settings === undefined) throw new Error(`that page leads to no provider: ${page.slice(0, 200)}`);
  const asked = await fetch(
    `${standIn.url}niubiz/pay?${new URLSearchParams(JSON.parse(settings) as Record<string, string>)}`,
  );
  if (asked.status !== 200) throw new Error(`the provider's page says ${asked.status}`);
  const [, token = ""] = /name="token" value="(\w+)"/.exec(await asked.text()) ?? [];
  return standIn.decide(token, choice, card);
}
