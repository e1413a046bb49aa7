/** Niubiz, by its e-commerce API: a checkout script takes the card, and an authorization takes the money. */
import { ask, objectOf, textOf } from "./ask.ts";
import {
  amountOf,
  ForeignReturn,
  ProviderFailure,
  type PaymentProvider,
  type Receipt,
  type Settlement,
} from "./provider.ts";
import type { Payment } from "../store/payments.ts";

export interface NiubizConfig {
  url: string;
  /** The checkout script. */
  scriptUrl: string;
  user: string;
  password: string;
  /** By currency: one merchant takes one. */
  merchants: Record<string, string>;
}

/** As long as a session of theirs lasts. */
const minutes = 20;

export function niubiz({ url, scriptUrl, user, password, merchants }: NiubizConfig): PaymentProvider {
  const merchantOf = ({ currency }: Payment): string => {
    const merchant = merchants[currency];
    if (merchant === undefined) throw new ProviderFailure(`no merchant takes ${currency}`);
    return merchant;
  };
  const at = (path: string): string => new URL(path, url).href;

  const token = async (): Promise<Record<string, string>> => {
    const basic = Buffer.from(`${user}:${password}`).toString("base64");
    const { status, body } = await ask(at("api.security/v1/security"), {
      method: "POST",
      headers: { authorization: `Basic ${basic}`, accept: "text/plain" },
    });
    if ((status !== 200 && status !== 201) || typeof body !== "string" || body === "")
      throw new ProviderFailure("it gave no token", status);
    return { authorization: body };
  };

  return {
    minutes,
    begin: async (payment, { clientIp }) => {
      // Its antifraud check is not to judge an address that nobody pays from: the person presses again.
      if (clientIp === undefined) throw new ProviderFailure("it has to be told from where somebody pays");
      const { status, body } = await ask(
        at(`api.ecommerce/v2/ecommerce/token/session/${merchantOf(payment)}`),
        {
          method: "POST",
          headers: await token(),
          body: {
            channel: "web",
            amount: amountOf(payment),
            antifraud: { clientIp, merchantDefineData: {} },
          },
        },
      );
      const { sessionKey } = objectOf(body);
      if (status !== 200 || typeof sessionKey !== "string")
        throw new ProviderFailure("a payment could not begin", status);
      return { token: sessionKey, url: null };
    },
    handOver: (payment, { returnUrl }) => ({
      kind: "checkout",
      script: scriptUrl,
      settings: {
        sessiontoken: payment.provider_token ?? "",
        channel: "web",
        merchantid: merchantOf(payment),
        purchasenumber: payment.order_number,
        amount: amountOf(payment).toFixed(2),
        expirationminutes: String(minutes),
        timeouturl: `${returnUrl}?timeout=true`,
        cardholdername: "",
        formbuttoncolor: "#D80000",
        action: returnUrl,
      },
    }),
    readReturn: (_, received) => {
      const { transactionToken, customerEmail = "", channel = "web" } = received;
      if (transactionToken !== undefined && transactionToken !== "")
        return { returned: "finished", proof: { transactionToken, customerEmail, channel } };
      if (received["timeout"] !== undefined) return { returned: "timeout" };
      if (received["cancelled"] !== undefined) return { returned: "cancelled" };
      throw new ForeignReturn("a return names no payment");
    },
    confirm: async (payment) => {
      const { transactionToken } = JSON.parse(payment.proof ?? "{}") as { transactionToken?: string };
      if (transactionToken === undefined) throw new ProviderFailure("there is nothing to confirm");
      const { status, body } = await ask(
        at(`api.authorization/v3/authorization/ecommerce/${merchantOf(payment)}`),
        {
          method: "POST",
          headers: await token(),
          body: {
            channel: "web",
            captureType: "manual",
            countable: true,
            order: {
              tokenId: transactionToken,
              purchaseNumber: payment.order_number,
              amount: amountOf(payment),
              currency: payment.currency,
            },
          },
        },
      );
      // It says no with a 400.
      if (status !== 200 && status !== 400) throw new ProviderFailure("it said no", status);
      return settlementOf(payment, body);
    },
    status: async (payment) => {
      const { status, body } = await ask(
        at(`api.authorization/v3/retrieve/purchase/${merchantOf(payment)}/${payment.order_number}`),
        { method: "GET", headers: await token() },
      );
      if (status === 404) return { state: "pending" };
      if (status !== 200 && status !== 400) throw new ProviderFailure("it said no", status);
      return settlementOf(payment, body);
    },
    refund: async (payment, amount) => {
      const { status } = await ask(
        at(`api.refund/v1/refund/${merchantOf(payment)}/${payment.order_number}`),
        {
          method: "POST",
          headers: await token(),
          body: { amount: amountOf({ ...payment, amount }), currency: payment.currency },
        },
      );
      if (status !== 200) throw new ProviderFailure("money could not be given back", status);
    },
  };
}

/** What it says of a purchase whose money was given back. */
const givenBack = new Set(["Refunded", "Reversed", "Voided"]);

function settlementOf(payment: Payment, body: unknown): Settlement {
  const answer = objectOf(body);
  const order = objectOf(answer["order"]);
  const said = { ...objectOf(answer["data"]), ...objectOf(answer["dataMap"]) };
  const action = textOf(order["actionCode"] ?? said["ACTION_CODE"]);
  const status = textOf(said["STATUS"] ?? said["ACTION_DESCRIPTION"]);
  if (action === "") throw new ProviderFailure("its answer cannot be read");
  if (action === "000" && givenBack.has(status)) return { state: "cancelled", status };
  if (action !== "000" || status !== "Authorized") {
    const code = /^\d{1,4}$/.test(action) ? Number(action) : undefined;
    return { state: "rejected", status: "Not Authorized", ...(code === undefined ? {} : { code }) };
  }
  if (textOf(order["purchaseNumber"]) !== payment.order_number) return { state: "differs", differs: "order" };
  if (Number(order["amount"]) !== amountOf(payment) || order["currency"] !== payment.currency)
    return { state: "differs", differs: "amount" };
  return { state: "accepted", status, receipt: receiptOf(order, said) };
}

/** `C` is a credit card, `D` a debit card; receipts have one list of codes for all. */
function receiptOf(order: Record<string, unknown>, said: Record<string, unknown>): Receipt {
  const isDebit = textOf(said["CARD_TYPE"]) === "D";
  return {
    authorization: textOf(order["authorizationCode"] ?? said["AUTHORIZATION_CODE"]),
    paymentType: isDebit ? "VD" : "VN",
    lastFour: textOf(said["CARD"]).slice(-4),
    instalments: isDebit ? 0 : Number(textOf(said["QUOTA_NUMBER"]) || 0),
    paidAt: paidAt(textOf(order["transactionDate"] ?? said["TRANSACTION_DATE"])),
  };
}

/** `yyMMddHHmmss`, in Peru. */
function paidAt(text: string): string {
  const [, year, month, day, hours, minutesPast, seconds] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return year === undefined ? text : `20${year}-${month}-${day}T${hours}:${minutesPast}:${seconds}-05:00`;
}
