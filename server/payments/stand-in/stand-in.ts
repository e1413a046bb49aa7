/** Both providers' stand-ins, on a listener of their own: somebody pays from first to last without a network. */
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import type { Clock } from "../../clock.ts";
import { systemClock } from "../../clock.ts";
import type { Config } from "../../config/config.ts";
import { postBack, saidPage } from "./bank-page.ts";
import { choices, createLedger, type Choice, type Held, type Ledger } from "./ledger.ts";
import { niubizReturn, niubizStandIn } from "./niubiz.ts";
import { webpayReturn, webpayStandIn } from "./webpay.ts";

export interface PaymentStandIn {
  /** Ends in `/`. */
  url: string;
  ledger: Ledger;
  /** What the person at the bank's page chose, and with what they come back. */
  decide(
    token: string,
    choice: Choice,
    card?: Partial<Pick<Held, "card" | "instalments">>,
  ): Record<string, string>;
  close(): Promise<void>;
}

/** @throws in production: nobody is to pay there. */
export async function startPaymentStandIn({
  mode,
  port,
  clock = systemClock,
}: Pick<Config, "mode"> & { port: number; clock?: Clock }): Promise<PaymentStandIn> {
  if (mode === "production") throw new Error("The stand-ins of payment providers do not run in production");
  const ledger = createLedger(clock);
  const app = Fastify({ bodyLimit: 64 * 1024 });
  let own = "";
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );

  const isNiubiz = ({ currency }: Held): boolean => currency !== "CLP";
  const decide: PaymentStandIn["decide"] = (token, choice, card = {}) => {
    const one = ledger.byToken(token);
    if (!one || one.choice !== undefined) throw new Error("nothing to decide");
    Object.assign(one, card, { choice });
    if (!isNiubiz(one)) return webpayReturn(one);
    return choice === "expire" ? { timeout: "true" } : niubizReturn(one);
  };

  webpayStandIn(app, ledger, () => own);
  niubizStandIn(app, ledger, () => own);
  app.post<{ Body: unknown }>("/bank/decide", async (request, reply) => {
    void reply.type("text/html; charset=utf-8");
    const given = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const one = ledger.byToken(given.get("token") ?? "");
    const choice = choices.find((known) => known === given.get("choice"));
    if (!one || !choice || one.choice !== undefined)
      return reply.code(410).send(saidPage("Este pago ya terminó", "Vuelve al comercio para empezar otro."));
    const instalments = Number(given.get("instalments") ?? 0);
    const isDebit = given.get("card") === "debit";
    const fields = decide(one.token, choice, {
      card: isDebit ? "debit" : "credit",
      instalments: isDebit || !Number.isInteger(instalments) ? 0 : instalments,
    });
    // Webpay comes back by GET where a payment was finished, and by POST else; Niubiz always by its form.
    if (!isNiubiz(one) && (choice === "approve" || choice === "reject"))
      return reply.redirect(`${one.returnUrl}?${new URLSearchParams(fields)}`, 303);
    return postBack(one.returnUrl, fields);
  });
  app.get("/", async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .send(saidPage("Medios de pago de prueba", "Webpay y Niubiz, para pagar sin cobrar.")),
  );

  await app.listen({ port, host: "localhost" });
  own = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return { url: `${own}/`, ledger, decide, close: () => app.close() };
}
