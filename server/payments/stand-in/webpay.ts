/** Webpay Plus as its API and its form behave, without a network. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { objectOf, textOf } from "../ask.ts";
import { bankPage, saidPage } from "./bank-page.ts";
import { cardOf, choices, type Held, type Ledger } from "./ledger.ts";

const base = "/rswebpaytransaction/api/webpay/v1.2/transactions";

type Params = { token: string };

const problem = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).send({ error_message: message });

/** What both the confirmation and the status answer. */
const answerOf = (one: Held) => {
  const common = {
    amount: one.amount,
    status: statusOf(one),
    buy_order: one.order,
    session_id: one.session,
    accounting_date: `${one.begun.toISOString().slice(5, 7)}${one.begun.toISOString().slice(8, 10)}`,
    transaction_date: one.begun.toISOString(),
    installments_number: one.card === "debit" ? 0 : one.instalments,
  };
  if (one.state === "open") return common;
  const isPaid = one.state !== "failed";
  return {
    ...common,
    vci: isPaid ? "TSY" : "TSN",
    card_detail: { card_number: cardOf(one) },
    authorization_code: isPaid ? "1213" : "000000",
    payment_type_code: one.card === "debit" ? "VD" : one.instalments === 0 ? "VN" : "VC",
    response_code: isPaid ? 0 : -1,
    balance: one.taken - one.returned,
  };
};

function statusOf({ state, taken, returned }: Held): string {
  if (state === "open") return "INITIALIZED";
  if (state === "failed") return "FAILED";
  if (state === "reversed") return "REVERSED";
  if (returned > 0) return returned < taken ? "PARTIALLY_NULLIFIED" : "NULLIFIED";
  return "AUTHORIZED";
}

export function webpayStandIn(app: FastifyInstance, ledger: Ledger, own: () => string): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith(base)) return;
    const { "tbk-api-key-id": code, "tbk-api-key-secret": key } = request.headers;
    if (!code || !key) await problem(reply, 401, "Not Authorized");
  });

  app.post(base, async (request, reply) => {
    const body = objectOf(request.body);
    const [order, session, returnUrl] = ["buy_order", "session_id", "return_url"].map((name) =>
      textOf(body[name]),
    ) as [string, string, string];
    const amount = Number(body["amount"]);
    if (!/^[A-Za-z0-9|_=&%.,~:/?[+!@()>-]{1,26}$/.test(order))
      return problem(reply, 422, "Invalid value for parameter: buy_order");
    if (session === "" || session.length > 61)
      return problem(reply, 422, "Invalid value for parameter: session_id");
    if (!Number.isInteger(amount) || amount <= 0)
      return problem(reply, 422, "Invalid value for parameter: amount");
    if (!URL.canParse(returnUrl) || returnUrl.length > 255)
      return problem(reply, 422, "Invalid value for parameter: return_url");
    const opened = ledger.open({ order, session, amount, currency: "CLP", returnUrl });
    if (!opened) return problem(reply, 422, "Invalid value for parameter: buy_order already used");
    return { token: opened.token, url: `${own()}/webpayserver/initTransaction` };
  });

  app.put<{ Params: Params }>(`${base}/:token`, async (request, reply) => {
    const one = ledger.byToken(request.params.token);
    if (!one) return problem(reply, 404, "The transaction is not found");
    one.confirmations += 1;
    if (one.state !== "open") return problem(reply, 422, "Transaction already locked by another process");
    if (one.choice !== "approve" && one.choice !== "reject")
      return problem(reply, 422, "Invalid status '0' for transaction while authorizing");
    one.state = one.choice === "approve" ? "authorized" : "failed";
    if (one.state === "authorized") one.taken += one.amount;
    return answerOf(one);
  });

  app.get<{ Params: Params }>(`${base}/:token`, async (request, reply) => {
    const one = ledger.byToken(request.params.token);
    return one ? answerOf(one) : problem(reply, 404, "The transaction is not found");
  });

  app.post<{ Params: Params }>(`${base}/:token/refunds`, async (request, reply) => {
    const one = ledger.byToken(request.params.token);
    if (!one) return problem(reply, 404, "The transaction is not found");
    const amount = Number(objectOf(request.body)["amount"]);
    if (one.state !== "authorized" || !(amount > 0) || amount > one.taken - one.returned)
      return problem(reply, 422, "Transaction cannot be refunded");
    one.returned += amount;
    return {
      type: "NULLIFIED",
      authorization_code: "123456",
      authorization_date: ledger.now().toISOString(),
      nullified_amount: amount,
      balance: one.taken - one.returned,
      response_code: 0,
    };
  });

  app.route<{ Querystring: Record<string, string>; Body: unknown }>({
    method: ["GET", "POST"],
    url: "/webpayserver/initTransaction",
    handler: async (request, reply) => {
      const given = request.body instanceof URLSearchParams ? request.body.get("token_ws") : null;
      const one = ledger.byToken(given ?? request.query["token_ws"] ?? "");
      void reply.type("text/html; charset=utf-8");
      if (one?.state !== "open" || one.choice !== undefined)
        return reply
          .code(410)
          .send(saidPage("Este pago ya terminó", "Vuelve al comercio para empezar otro."));
      return bankPage("Webpay", one, choices);
    },
  });
}

/** Where the person is taken back to, in one of the four shapes of a return. */
export function webpayReturn(one: Held): Record<string, string> {
  const names = { TBK_ID_SESION: one.session, TBK_ORDEN_COMPRA: one.order };
  const shapes = {
    approve: { token_ws: one.token },
    reject: { token_ws: one.token },
    cancel: { TBK_TOKEN: one.token, ...names },
    expire: names,
    recover: { token_ws: one.token, TBK_TOKEN: one.token, ...names },
  };
  return shapes[one.choice ?? "expire"];
}
