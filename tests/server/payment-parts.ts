/** A product whose flow is paid, and the stand-ins of the providers at which it is. */
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { startPaymentStandIn, type PaymentStandIn } from "../../server/payments/stand-in/stand-in.ts";
import type { Choice, Held } from "../../server/payments/stand-in/ledger.ts";
import type { Payment } from "../../server/store/payments.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { chooseAtTheBank } from "../support/at-the-bank.ts";
import { paymentSettings } from "../support/payments.ts";
import type { StandIn } from "../support/stand-in.ts";
import { projectRoot, setClock } from "./parts.ts";
import { definitionsFolder, productOf, type Product } from "./program-parts.ts";

const read = (path: string) => JSON.parse(readFileSync(join(projectRoot, path), "utf8"));

const paid = (flow: string, amount: number, currency: string) => ({
  flow,
  title: "Pedido",
  steps: {
    buyer: {
      title: "¿Quién compra?",
      sections: { main: { fields: { name: { kind: "text", label: "Nombre", schema: { maxLength: 60 } } } } },
      onContinue: [
        { submit: { deliver: [{ mail: "receipt" }] } },
        {
          call: "payments.begin",
          as: "begun",
          with: {
            amount,
            currency,
            returnUrl: { var: "waits.payment.address" },
            description: "Servicio técnico",
          },
          onFailure: [{ refuse: "No pudimos empezar el pago." }],
        },
        {
          await: "payment",
          as: "payment",
          until: { minutes: 30 },
          title: "Esperamos tu pago",
          page: { var: "begun.data.page" },
          cancel: "Cancelar el pago",
          onCame: [
            {
              set: {
                order: { var: "payment.data.order" },
                lastFour: { var: "payment.data.lastFour" },
                method: { var: "payment.data.method" },
              },
            },
            { go: "end" },
          ],
          onRefused: [{ refuse: "Pago rechazado" }],
          onTimeout: [{ refuse: "Pago Cancelado" }],
          onCancelled: [{ refuse: "Pago Cancelado" }],
        },
      ],
    },
    end: { title: "Pagado", slug: "listo", ends: true },
  },
  mails: { receipt: { to: "a@correo.cl", subject: "Pago", body: "Orden {payment.data.order}." } },
});

export const flows = { order: paid("order", 150_000, "CLP"), dollars: paid("dollars", 100, "USD") };

export type Flow = keyof typeof flows;

export interface Paying {
  product: Product;
  standIn: PaymentStandIn;
  clock: ReturnType<typeof setClock>;
  /** Of another brand than the tests' own. */
  host?: string;
}

/** `between` stands between the server and the stand-ins, to lose answers. */
export async function openPaying({
  between = (url) => url,
  start,
  env: more = {},
}: {
  between?: (url: string) => string | Promise<string>;
  start?: string;
  env?: Record<string, string>;
} = {}): Promise<Paying & { env: Record<string, string>; copy: string }> {
  const clock = setClock(start);
  const standIn = await startPaymentStandIn({ mode: "development", port: 0, clock: clock.now });
  onTestFinished(() => standIn.close());
  const copy = await definitionsFolder({
    flows,
    service: read("schemas/services/payments.json"),
    kinds: ["text"],
    events: { payment: read("schemas/events/payment.json") },
  });
  const file = join(copy, "brands/SI/brand.json");
  const brand = JSON.parse(await readFile(file, "utf8"));
  brand.facts.paymentProviders = { CLP: "webpay", USD: "niubiz" };
  await writeFile(file, JSON.stringify(brand));
  const url = await between(standIn.url);
  const env = {
    ...paymentSettings(standIn, url),
    ...more,
  };
  const app = await openApp({ env, copy, clock: clock.now });
  expect(app.definitions.diagnostics()).toEqual([]);
  return { product: productOf(app, undefined as unknown as StandIn), standIn, clock, env, copy };
}

/** A run that waits for its payment, and the payment. */
export async function beginPaying(
  { product }: Paying,
  flow: Flow = "order",
  headers: Record<string, string> = {},
) {
  const run = await product.begin(flow);
  const { answer, status } = await product.proceed(run, { "buyer.name": "Ana" }, { headers });
  expect([status, Object.keys(answer.outcome)]).toEqual([200, ["wait"]]);
  const { state } = answer;
  expect(state.wait?.page).toMatch(/^\/api\/payments\/[\w-]{43}$/);
  return { run: state, page: state.wait!.page! };
}

export const paymentsOf = (app: TestApp): Promise<Payment[]> =>
  app.store.db.selectFrom("payments").selectAll().orderBy("created_at").execute();

const browser = { host: "si.localhost:3000", accept: "text/html" };

export const openPage = (app: TestApp, page: string, host = browser.host) =>
  app.server.inject({ url: page, headers: { ...browser, host } });

/** A browser comes back, as the provider sends it. */
export const comeBack = (
  app: TestApp,
  page: string,
  fields: Record<string, string>,
  method: "GET" | "POST" = "GET",
  host = browser.host,
) =>
  app.server.inject({
    method,
    url: `${page}/return${method === "GET" ? `?${new URLSearchParams(fields)}` : ""}`,
    headers: {
      ...browser,
      host,
      origin: "https://pagos.example",
      "sec-fetch-site": "cross-site",
      ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    },
    ...(method === "POST" ? { payload: new URLSearchParams(fields).toString() } : {}),
  });

/** The person opens the page, goes to the bank and chooses: with what they come back. */
export async function atTheBank(
  { product, standIn, host }: Paying,
  page: string,
  choice: Choice,
  card?: Partial<Pick<Held, "card" | "instalments">>,
): Promise<Record<string, string>> {
  const { body, statusCode } = await openPage(product.app, page, host);
  expect(statusCode).toBe(200);
  return await chooseAtTheBank(standIn, body, choice, card);
}

export const stateOf = async ({ who }: Product, run: RunState): Promise<RunState> =>
  (await who.ask("GET", `/api/runs/${run.run}`)).json().state;

/** How a run was led on, in words. */
export async function ledOf(product: Product, run: RunState): Promise<string> {
  const { settled, wait } = await stateOf(product, run);
  if (wait) return "waits";
  const outcome = settled!.outcome;
  return "go" in outcome
    ? outcome.go
    : "refuse" in outcome
      ? outcome.refuse[0]!.words
      : JSON.stringify(outcome);
}
