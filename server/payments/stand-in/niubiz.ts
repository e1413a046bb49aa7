/** Niubiz as its API and its checkout script behave, without a network. */
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import { objectOf, textOf } from "../ask.ts";
import { bankPage, saidPage } from "./bank-page.ts";
import { cardOf, type Held, type Ledger } from "./ledger.ts";

type Params = { merchant: string };

/** Its script, as far as a page uses it: it takes the person to our page, where theirs opens a frame. */
const checkoutScript = (own: string): string => `window.VisanetCheckout = (() => {
  let settings = {};
  return {
    configure(given) { settings = given; },
    open() { location.assign(${JSON.stringify(own)} + "/niubiz/pay?" + new URLSearchParams(settings)); },
  };
})();
`;

const actionCodes = { authorized: "000", failed: "180" } as const;

/** By the clocks of Lima, which are five hours behind all year, as Niubiz writes it. */
const dateOf = (date: Date): string =>
  new Date(date.getTime() - 5 * 3_600_000).toISOString().replaceAll(/[-T:]/g, "").slice(2, 14);

/** Of what was taken: whether it is all given back. */
const takenStatus = ({ taken, returned }: Held): string => (returned < taken ? "Authorized" : "Refunded");

function authorizationOf(one: Held): { status: number; body: object } {
  const said = {
    ACTION_CODE: one.state === "authorized" ? actionCodes.authorized : actionCodes.failed,
    STATUS: one.state === "authorized" ? takenStatus(one) : "Not Authorized",
    CARD: `455170******${cardOf(one)}`,
    CARD_TYPE: one.card === "debit" ? "D" : "C",
    BRAND: "visa",
    QUOTA_NUMBER: String(one.instalments),
    TRANSACTION_DATE: dateOf(one.begun),
  };
  if (one.state !== "authorized")
    return {
      status: 400,
      body: { errorCode: 400, errorMessage: "Not Authorized", data: { ...said, PURCHASE_NUMBER: one.order } },
    };
  const order = {
    purchaseNumber: one.order,
    amount: one.amount,
    currency: one.currency,
    authorizedAmount: one.amount,
    authorizationCode: "144511",
    actionCode: "000",
    transactionDate: dateOf(one.begun),
  };
  return { status: 200, body: { order, dataMap: said } };
}

export function niubizStandIn(app: FastifyInstance, ledger: Ledger, own: () => string): void {
  /** By the key of a session, which is told before anybody knows its number. */
  const sessions = new Map<string, { merchant: string; amount: number; clientIp: string }>();
  const transactions = new Map<string, Held>();

  const tokenOf = (): string => `session-${randomUUID()}`;
  const known = new Set<string>();
  app.post("/api.security/v1/security", async (request, reply) => {
    if (!request.headers.authorization?.startsWith("Basic ")) return reply.code(401).send("Unauthorized");
    const token = tokenOf();
    known.add(token);
    return reply.code(201).type("text/plain").send(token);
  });

  const isKnown = (authorization: string | undefined): boolean => known.has(authorization ?? "");
  const refuse = (reply: FastifyReply): FastifyReply =>
    reply.code(401).send({ errorCode: 401, errorMessage: "Unauthorized" });

  app.post<{ Params: Params }>(
    "/api.ecommerce/v2/ecommerce/token/session/:merchant",
    async (request, reply) => {
      if (!isKnown(request.headers.authorization)) return refuse(reply);
      const { amount, channel, antifraud } = objectOf(request.body);
      const clientIp = textOf(objectOf(antifraud)["clientIp"]);
      if (typeof amount !== "number" || channel !== "web" || isIP(clientIp) === 0)
        return reply.code(400).send({ errorCode: 400, errorMessage: "Bad Request" });
      const sessionKey = randomUUID().replaceAll("-", "");
      sessions.set(sessionKey, { merchant: request.params.merchant, amount, clientIp });
      return { sessionKey, expirationTime: ledger.now().getTime() + 20 * 60_000 };
    },
  );

  app.get("/checkout.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(checkoutScript(own())),
  );

  app.get<{ Querystring: Record<string, string> }>("/niubiz/pay", async (request, reply) => {
    const { sessiontoken = "", purchasenumber = "", amount, merchantid = "", action = "" } = request.query;
    const session = sessions.get(sessiontoken);
    void reply.type("text/html; charset=utf-8");
    const isRight =
      session !== undefined &&
      session.amount === Number(amount) &&
      session.merchant === merchantid &&
      /^\d{1,12}$/.test(purchasenumber) &&
      URL.canParse(action);
    if (!isRight) return reply.code(400).send(saidPage("No se puede pagar", "La sesión no es de este pago."));
    const currency = merchantid.endsWith("pen") ? "PEN" : "USD";
    const given = { order: purchasenumber, session: sessiontoken, currency };
    const one =
      ledger.byOrder(purchasenumber) ??
      ledger.open({ ...given, amount: session.amount, clientIp: session.clientIp, returnUrl: action });
    if (one?.state !== "open" || one.choice !== undefined)
      return reply.code(410).send(saidPage("Este pago ya terminó", "Vuelve al comercio para empezar otro."));
    return bankPage("Niubiz", one, ["approve", "reject", "expire"]);
  });

  app.post<{ Params: Params }>(
    "/api.authorization/v3/authorization/ecommerce/:merchant",
    async (request, reply) => {
      if (!isKnown(request.headers.authorization)) return refuse(reply);
      const order = objectOf(objectOf(request.body)["order"]);
      const one = ledger.byToken(textOf(order["tokenId"]));
      const bad = (): FastifyReply => reply.code(400).send({ errorCode: 400, errorMessage: "Bad Request" });
      if (!one) return bad();
      one.confirmations += 1;
      const isSame =
        textOf(order["purchaseNumber"]) === one.order &&
        order["amount"] === one.amount &&
        order["currency"] === one.currency;
      // A token is good once.
      if (!isSame || one.state !== "open" || transactions.has(one.order)) return bad();
      transactions.set(one.order, one);
      one.state = one.choice === "approve" ? "authorized" : "failed";
      if (one.state === "authorized") one.taken += one.amount;
      const { status, body } = authorizationOf(one);
      return reply.code(status).send(body);
    },
  );

  app.get<{ Params: Params & { order: string } }>(
    "/api.authorization/v3/retrieve/purchase/:merchant/:order",
    async (request, reply) => {
      if (!isKnown(request.headers.authorization)) return refuse(reply);
      const one = transactions.get(request.params.order);
      if (!one) return reply.code(404).send({ errorCode: 404, errorMessage: "Not Found" });
      const { status, body } = authorizationOf(one);
      return reply.code(status).send(body);
    },
  );

  app.post<{ Params: Params & { order: string } }>(
    "/api.refund/v1/refund/:merchant/:order",
    async (request, reply) => {
      if (!isKnown(request.headers.authorization)) return refuse(reply);
      const one = transactions.get(request.params.order);
      const amount = Number(objectOf(request.body)["amount"]);
      if (one?.state !== "authorized" || !(amount > 0) || amount > one.taken - one.returned)
        return reply.code(400).send({ errorCode: 400, errorMessage: "Bad Request" });
      one.returned += amount;
      return { status: "Refunded" };
    },
  );
}

/** What its form brings back. */
export const niubizReturn = (one: Held): Record<string, string> => ({
  transactionToken: one.token,
  customerEmail: "persona@correo.pe",
  channel: "web",
});
