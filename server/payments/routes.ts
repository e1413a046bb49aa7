/** Where a person's browser goes to pay, and where the provider sends it back to. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { plainWords } from "../../schemas/engine/serve.ts";
import { brandOfRequest } from "../http/brand-of-request.ts";
import { ApiError } from "../http/errors.ts";
import { tokenPattern } from "../random.ts";
import { objectSchema } from "../runs/request-schemas.ts";
import type { RunDeps } from "../runs/runs.ts";
import { findPaymentBy, type Payment } from "../store/payments.ts";
import { findWait } from "../store/waits.ts";
import { largestReturn, leadBack, readFormBodies, receivedWith } from "../waits/lead-back.ts";
import { handOverPage } from "./hand-over.ts";
import { paymentTokenHash, type Payments } from "./payments.ts";
import { ForeignReturn } from "./provider.ts";

export interface PaymentRouteDeps extends RunDeps {
  payments: Payments;
}

type Params = { token: string };

export function paymentRoutes(app: FastifyInstance, parts: PaymentRouteDeps): void {
  const { definitions, payments, store } = parts;
  readFormBodies(app);
  app.addHook("onRequest", async (_request, reply) => {
    // The address itself is a secret.
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  });

  const paymentOf = async (brand: string, token: string): Promise<Payment> => {
    const payment = await findPaymentBy(store.db, "token_hash", paymentTokenHash(token));
    if (!payment || payment.brand !== brand) throw new ApiError("no-event");
    return payment;
  };

  /** Back to where the payment led, or to the form, which shows what it waits for. */
  const lead = async (reply: FastifyReply, { wait: id }: Payment): Promise<FastifyReply> => {
    const wait = await findWait(store.db, id);
    return wait ? await leadBack(parts, reply, wait) : reply.redirect("/", 303);
  };

  const params = objectSchema({ token: { type: "string", pattern: tokenPattern } });

  app.get<{ Params: Params }>(
    "/payments/:token",
    { schema: { params }, config: { limit: "page" } },
    async (request, reply) => {
      const brand = brandOfRequest(definitions, request);
      const payment = await paymentOf(brand, request.params.token);
      const hand = await payments.handOver(payment);
      if (!hand) return await lead(reply, payment);
      const revision = definitions.current(brand);
      if (!revision) throw new ApiError("no-event");
      const { words, locale } = revision.public.brand;
      const word = (name: string): string => plainWords(words[`payment.${name}`] ?? []);
      const said = { title: word("title"), body: word("body"), button: word("button") };
      const { html, policy } = handOverPage(hand, said, locale);
      return reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(html);
    },
  );

  app.route<{ Params: Params; Querystring: Record<string, unknown>; Body: unknown }>({
    method: ["GET", "POST"],
    url: "/payments/:token/return",
    bodyLimit: largestReturn,
    schema: { params },
    config: { limit: "event", fromOtherSites: "event of a wait" },
    handler: async (request, reply) => {
      const payment = await paymentOf(brandOfRequest(definitions, request), request.params.token);
      const received = textsOf(receivedWith(request.query, request.body));
      try {
        await payments.takeReturn(payment, received);
      } catch (error) {
        if (error instanceof ForeignReturn) throw new ApiError("unknown-event");
        throw error;
      }
      return await lead(reply, payment);
    },
  });

  /**
   * The address of a checkout form as the dealers' own sites have it. `redirectUrl` names the payment, by the secret address
   * that its program was told: a number that can be guessed opens none. Whatever is no return of one leads to the error page.
   */
  app.route<{ Querystring: Record<string, unknown>; Body: unknown }>({
    method: ["GET", "POST"],
    url: "/niubiz-payment",
    bodyLimit: largestReturn,
    config: { limit: "event", fromOtherSites: "event of a wait" },
    handler: async (request, reply) => {
      const all = textsOf(receivedWith(request.query, request.body));
      const { redirectUrl = "", sectionUrl: _, redirectUrlError = "306", ...received } = all;
      const failed = /^30[0-7]$/.test(redirectUrlError) ? `/${redirectUrlError}` : "/306";
      const token = ownPage.exec(redirectUrl)?.[1];
      try {
        if (token === undefined) throw new ForeignReturn("it names no payment");
        const payment = await paymentOf(brandOfRequest(definitions, request), token);
        await payments.takeReturn(payment, received);
        return await lead(reply, payment);
      } catch (error) {
        if (!(error instanceof ForeignReturn || error instanceof ApiError)) throw error;
        return reply.redirect(failed, 303);
      }
    },
  });
}

/** Our page of a payment, or where its provider comes back. */
const ownPage = new RegExp(`^/api/payments/(${tokenPattern.slice(1, -1)})(?:/return)?$`);

const textsOf = (received: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(received).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
