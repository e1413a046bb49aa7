/** Payments at the paths of the specification: what each answers to every shape of a return, and that none begins one. */
import { expect, it } from "vitest";
import type { Choice } from "../../server/payments/stand-in/ledger.ts";
import { brandOfRevision, routeOf, type ServiceAnswer } from "../../server/services/embedded/service.ts";
import { visitor } from "../support/app.ts";
import { atTheBank, beginPaying, openPaying, paymentsOf, type Flow, type Paying } from "./payment-parts.ts";
import { productOf } from "./program-parts.ts";

interface Asked {
  query?: Record<string, string>;
  body?: unknown;
}

const asking =
  ({ product }: Paying, code = "SI") =>
  async (method: string, path: string, { query = {}, body }: Asked = {}): Promise<ServiceAnswer> => {
    const { services, definitions } = product.app;
    const [found] = services.embedded.flatMap((service) => routeOf(service, method, path) ?? []);
    // There is one brand: another one asks as it does.
    const brand = { ...brandOfRevision(definitions.current("SI")!), code };
    const { route, params } = found!;
    return await route.handle({ brand, params, query, headers: {}, body, key: "key" });
  };

/** Somebody else at the same product, whose payment has begun. */
async function another(one: Paying, flow: Flow) {
  const { app, upstream } = one.product;
  const paying = { ...one, product: productOf(app, upstream, visitor(app, "SI")) };
  const { run, page } = await beginPaying(paying, flow);
  const payment = (await paymentsOf(app)).find(({ run: of }) => of === run.run)!;
  const wait = await app.store.db
    .selectFrom("waits")
    .selectAll()
    .where("id", "=", payment.wait)
    .executeTakeFirstOrThrow();
  return { paying, page, payment, returnUrl: wait.address };
}

it("GET customer/api/payments tells each shape of a return apart", async () => {
  const one = await openPaying();
  const ask = asking(one);
  const shapes: [Choice, Record<string, unknown>][] = [
    ["approve", { status: "AUTHORIZED", responseCode: 0, paymentTypeCode: "VN" }],
    ["reject", { status: "FAILED", responseCode: -1 }],
    ["cancel", { status: "REJECTED_IN_WEBPAY" }],
    ["expire", { status: "TIMEOUT" }],
    ["recover", { status: "REJECTED_IN_WEBPAY" }],
  ];
  for (const [choice, expected] of shapes) {
    const { paying, page, payment } = await another(one, "order");
    const query = await atTheBank(paying, page, choice);
    const first = await ask("GET", "/customer/api/payments", { query });
    const again = await ask("GET", "/customer/api/payments", { query });
    const body = { ...expected, amount: 150_000, buyOrder: payment.order_number };
    expect([choice, first.status, first.body]).toEqual([choice, 200, expect.objectContaining(body)]);
    expect([choice, "responseCode" in (first.body as object)]).toEqual([choice, "responseCode" in expected]);
    expect([choice, again]).toEqual([choice, first]);
    const elsewhere = await asking(one, "CO")("GET", "/customer/api/payments", { query });
    expect([choice, elsewhere.status]).toEqual([choice, 404]);
    const { confirmations } = one.standIn.ledger.byOrder(payment.order_number)!;
    expect([choice, confirmations]).toEqual([choice, choice === "approve" || choice === "reject" ? 1 : 0]);
  }
  expect((await ask("GET", "/customer/api/payments")).status).toBe(404);
});

it("a session is told of the payment that a program has begun, and of no other", async () => {
  const one = await openPaying();
  const ask = asking(one);
  const path = "/customer/api/payment/niubiz/session-token";
  const { payment, returnUrl } = await another(one, "dollars");
  const inPesos = await another(one, "order");
  const right = { dni: "45678912", amount: 100, currency: "USD", returnUrl };
  const { provider_token: sessionKey, order_number: purchaseNumber } = payment;
  expect(await ask("POST", path, { body: { ...right, email: "a@b.pe", carDetail: { id: 1 } } })).toEqual({
    status: 200,
    body: { sessionKey, purchaseNumber },
  });
  const refused: [unknown, number][] = [
    [{ ...right, amount: 1 }, 409],
    [{ ...right, amount: "100" }, 409],
    [{ ...right, currency: "PEN" }, 409],
    [{ ...right, returnUrl: undefined }, 400],
    [{ ...right, returnUrl: `https://evil.example/api/events/${"a".repeat(43)}` }, 400],
    [{ amount: 150_000, currency: "CLP", returnUrl: inPesos.returnUrl }, 409],
    [undefined, 400],
  ];
  for (const [body, status] of refused)
    expect([body, (await ask("POST", path, { body })).status]).toEqual([body, status]);
  expect((await asking(one, "CO")("POST", path, { body: right })).status).toBe(400);
  expect(await paymentsOf(one.product.app)).toHaveLength(2);
});

it("what a card form brought is confirmed once, for the amount that is ours", async () => {
  const one = await openPaying();
  const ask = asking(one);
  const path = "/customer/api/payment/niubiz";
  for (const [choice, status] of [
    ["approve", "Authorized"],
    ["reject", "Not Authorized"],
  ] as const) {
    const { paying, page, payment } = await another(one, "dollars");
    const body = await atTheBank(paying, page, choice);
    const { order_number: buyOrder, session_id: sessionId } = payment;
    const query = { buyOrder, currency: "USD", amount: "100", sessionId };
    for (const [changes, refusal] of [
      [{ amount: "1" }, 409],
      [{ currency: "PEN" }, 409],
      [{ sessionId: "another" }, 409],
      [{ buyOrder: "123456789012" }, 404],
    ] as const)
      expect((await ask("POST", path, { query: { ...query, ...changes }, body })).status).toBe(refusal);
    expect((await ask("POST", path, { query, body: {} })).status).toBe(400);
    const held = one.standIn.ledger.byOrder(buyOrder)!;
    expect(held.confirmations).toBe(0);
    const told = { status: 200, body: { status, buyOrder, amount: 100, currency: "USD" } };
    expect(await ask("POST", path, { query, body })).toEqual(told);
    expect(await ask("POST", path, { query, body })).toEqual(told);
    expect(held).toMatchObject({ confirmations: 1, taken: choice === "approve" ? 100 : 0 });
  }
});

it("customer/api/payments begins one without a currency only where the brand takes one alone", async () => {
  const one = await openPaying();
  const { returnUrl } = await another(one, "order");
  const begin = { amount: 150_000, rut: "11111111-1", returnUrl };
  // It takes two in these tests.
  expect((await asking(one)("POST", "/customer/api/payments", { body: begin })).status).toBe(400);
});

it("/api/niubiz-payment takes a return of the payment that its address names", async () => {
  const one = await openPaying();
  const { app } = one.product;
  const arrive = (method: "GET" | "POST", query: Record<string, string>, form: Record<string, string>) =>
    app.server.inject({
      method,
      url: `/api/niubiz-payment?${new URLSearchParams(method === "GET" ? { ...query, ...form } : query)}`,
      headers: {
        host: "si.localhost:3000",
        accept: "text/html",
        origin: "https://pagos.example",
        "sec-fetch-site": "cross-site",
        ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
      ...(method === "POST" ? { payload: new URLSearchParams(form).toString() } : {}),
    });
  for (const method of ["GET", "POST"] as const) {
    for (const [choice, location, state] of [
      ["approve", "/dollars-page/listo", "accepted"],
      ["reject", "/dollars-page", "rejected"],
      ["expire", "/dollars-page", "cancelled"],
    ] as const) {
      const { paying, page, payment } = await another(one, "dollars");
      const fields = await atTheBank(paying, page, choice);
      const query = { redirectUrl: page, sectionUrl: "#payment-section", redirectUrlError: "306" };
      const what = `${method} ${choice}`;
      for (const _ of ["first", "again"]) {
        const { statusCode, headers } = await arrive(method, query, fields);
        expect([what, statusCode, headers.location]).toEqual([what, 303, location]);
      }
      const now = (await paymentsOf(app)).find(({ id }) => id === payment.id)!;
      expect([what, now.state]).toEqual([what, state]);
    }
    const { page, payment } = await another(one, "dollars");
    const made = { transactionToken: "made-up" };
    const refused: [Record<string, string>, Record<string, string>, string][] = [
      [{ redirectUrl: page }, {}, "/306"],
      [{ redirectUrl: payment.order_number }, made, "/306"],
      [{ redirectUrl: `https://evil.example${page}` }, made, "/306"],
      [{ redirectUrl: `/api/payments/${"a".repeat(43)}`, redirectUrlError: "304" }, made, "/304"],
      [{ redirectUrlError: "//evil.example" }, made, "/306"],
    ];
    for (const [query, form, location] of refused) {
      const { statusCode, headers } = await arrive(method, query, form);
      expect([query, statusCode, headers.location]).toEqual([query, 303, location]);
    }
    expect((await paymentsOf(app)).find(({ id }) => id === payment.id)).toMatchObject({ returned: null });
  }
});
