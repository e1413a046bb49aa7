/** Webpay Plus of Transbank, by its REST API. */
import { ask, objectOf, textOf, type ProviderAnswer } from "./ask.ts";
import {
  amountOf,
  ForeignReturn,
  ProviderFailure,
  type PaymentProvider,
  type Return,
  type Settlement,
} from "./provider.ts";
import type { Payment } from "../store/payments.ts";

export interface WebpayConfig {
  /** Where the API is, up to its paths. */
  url: string;
  /** Commerce code. */
  code: string;
  key: string;
}

const base = "rswebpaytransaction/api/webpay/v1.2/transactions";

/** Their form takes five minutes, or ten with some banks. */
const minutes = 10;

/** What it says once money was given back, or was never taken. */
const undone = new Set(["REVERSED", "NULLIFIED", "PARTIALLY_NULLIFIED"]);

export function webpay({ url, code, key }: WebpayConfig): PaymentProvider {
  const headers = { "Tbk-Api-Key-Id": code, "Tbk-Api-Key-Secret": key };
  const at = (payment?: Payment, rest = ""): string =>
    `${new URL(base, url).href}${payment ? `/${encodeURIComponent(payment.provider_token ?? "")}` : ""}${rest}`;

  return {
    minutes,
    begin: async (payment, { returnUrl }) => {
      const { status, body } = await ask(at(), {
        method: "POST",
        headers,
        body: {
          buy_order: payment.order_number,
          session_id: payment.session_id,
          amount: amountOf(payment),
          return_url: returnUrl,
        },
      });
      const { token, url: page } = objectOf(body);
      if (status !== 200 || typeof token !== "string" || typeof page !== "string")
        throw new ProviderFailure("a payment could not begin", status);
      return { token, url: page };
    },
    handOver: ({ provider_token, provider_url }) => ({
      kind: "form",
      action: provider_url ?? "",
      fields: { token_ws: provider_token ?? "" },
    }),
    readReturn,
    confirm: async (payment) => settlementOf(payment, await ask(at(payment), { method: "PUT", headers })),
    status: async (payment) => settlementOf(payment, await ask(at(payment), { method: "GET", headers })),
    refund: async (payment, amount) => {
      const body = { amount: amountOf({ ...payment, amount }) };
      const { status } = await ask(at(payment, "/refunds"), { method: "POST", headers, body });
      if (status !== 200) throw new ProviderFailure("money could not be given back", status);
    },
  };
}

/** The four shapes of a return: finished, given up, the form's time over, a form that was opened again. */
function readReturn(payment: Payment, received: Record<string, string>): Return {
  const { token_ws: token, TBK_TOKEN: given, TBK_ID_SESION: session, TBK_ORDEN_COMPRA: order } = received;
  const isOf = (value: string | undefined, own: string | null): boolean =>
    value === undefined || value === own;
  const isThis =
    isOf(token, payment.provider_token) &&
    isOf(given, payment.provider_token) &&
    isOf(session, payment.session_id) &&
    isOf(order, payment.order_number);
  if (!isThis) throw new ForeignReturn("a return names another payment");
  if (token !== undefined && given === undefined && order === undefined) return { returned: "finished" };
  if (token !== undefined) return { returned: "recovered" };
  if (given !== undefined) return { returned: "cancelled" };
  if (order !== undefined) return { returned: "timeout" };
  throw new ForeignReturn("a return names no payment");
}

function settlementOf(payment: Payment, { status: http, body }: ProviderAnswer): Settlement {
  if (http !== 200) throw new ProviderFailure("it said no", http);
  const answer = objectOf(body);
  const status = textOf(answer["status"]);
  if (textOf(answer["buy_order"]) !== payment.order_number) return { state: "differs", differs: "order" };
  if (Number(answer["amount"]) !== amountOf(payment)) return { state: "differs", differs: "amount" };
  const code = typeof answer["response_code"] === "number" ? answer["response_code"] : undefined;
  if (status === "INITIALIZED") return { state: "pending" };
  // Both: one alone is no approval.
  if ((status === "AUTHORIZED" || status === "CAPTURED") && code === 0) {
    const card = objectOf(answer["card_detail"]);
    return {
      state: "accepted",
      status,
      receipt: {
        authorization: textOf(answer["authorization_code"]),
        paymentType: textOf(answer["payment_type_code"]),
        lastFour: textOf(card["card_number"]).slice(-4),
        instalments: Number(answer["installments_number"] ?? 0),
        paidAt: textOf(answer["transaction_date"]),
      },
    };
  }
  const more = code === undefined ? {} : { code };
  if (undone.has(status)) return { state: "cancelled", status, ...more };
  if (status === "FAILED" || (code !== undefined && code !== 0))
    return { state: "rejected", status: status === "" ? "FAILED" : status, ...more };
  throw new ProviderFailure(`it has the status ${status.slice(0, 40)}`, http);
}
