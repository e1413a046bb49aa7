/** Payments as they stand in a store once their provider has said what became of them. */
import { randomUUID } from "node:crypto";
import { addPayment, type Payment } from "../../server/store/payments.ts";
import type { Store } from "../../server/store/store.ts";

/** Settings under which a server pays at a stand-in of both providers, or at what stands before it. */
export const paymentSettings = (standIn: { url: string }, url = standIn.url) => ({
  WEBPAY_URL: url,
  WEBPAY_CODE: "597055555532",
  WEBPAY_KEY: "key",
  NIUBIZ_URL: url,
  NIUBIZ_SCRIPT_URL: new URL("checkout.js", standIn.url).href,
  NIUBIZ_USER: "user",
  NIUBIZ_PASSWORD: "password",
  NIUBIZ_MERCHANT_USD: "1-usd",
  NIUBIZ_MERCHANT_PEN: "1-pen",
});

/** What the provider said of one that it took. */
export const cardReceipt = (paidAt: string): string =>
  JSON.stringify({ authorization: "1213", paymentType: "VC", lastFour: "6623", instalments: 3, paidAt });

/** One of a run, with this order number. */
export async function keepPayment(
  { db }: Pick<Store, "db">,
  of: Pick<Payment, "brand" | "run" | "order_number">,
  change: Partial<Payment>,
  now: string,
): Promise<void> {
  const order = of.order_number;
  const row = {
    ...of,
    id: randomUUID(),
    wait: randomUUID(),
    provider: "webpay" as const,
    session_id: `s${order}`,
    token_hash: order,
    amount: 200_000,
    currency: "CLP" as const,
    description: "Reserva de Chevrolet Onix",
    address: "http://si.localhost:3000/api/payments/",
    expires_at: now,
  };
  const { id } = await addPayment(db, row, now);
  await db
    .updateTable("payments")
    .set({ next_at: null, ...change })
    .where("id", "=", id)
    .execute();
}
