/** Payments: each way in which one ends, at both providers, and that money is taken once. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { startPaymentStandIn, type PaymentStandIn } from "../../server/payments/stand-in/stand-in.ts";
import { startPayments } from "../../server/payments/payments.ts";
import type { PaymentProvider, Settlement } from "../../server/payments/provider.ts";
import type { Waits } from "../../server/waits/waits.ts";
import type { Choice, Held } from "../../server/payments/stand-in/ledger.ts";
import { eraseContents } from "../../server/store/erasure.ts";
import { leasePayment, postponePayment } from "../../server/store/payments.ts";
import { visitor } from "../support/app.ts";
import { dyingAt } from "../support/dying-at.ts";
import { startStandIn } from "../support/stand-in.ts";
import { until } from "../support/until.ts";
import { keptLog } from "./parts.ts";
import { productOf } from "./program-parts.ts";
import {
  atTheBank,
  beginPaying,
  comeBack,
  ledOf,
  openPage,
  openPaying,
  paymentsOf,
  stateOf,
  type Flow,
  type Paying,
} from "./payment-parts.ts";

const giveUp = ({ product }: Paying, { run, wait }: RunState) =>
  product.who.ask("POST", `/api/runs/${run}/cancel-wait`, { wait: wait!.id });

const only = (standIn: PaymentStandIn): Held => {
  const all = standIn.ledger.all();
  expect(all).toHaveLength(1);
  return all[0]!;
};

interface Ending {
  flow: Flow;
  choice: Choice;
  method: "GET" | "POST";
  led: string;
  state: string;
  status: string;
  confirmations: number;
  taken: number;
}

const endings: Ending[] = [
  ...(["GET", "POST"] as const).flatMap((method): Ending[] => [
    {
      flow: "order",
      choice: "approve",
      method,
      led: "end",
      state: "accepted",
      status: "AUTHORIZED",
      confirmations: 1,
      taken: 150_000,
    },
    {
      flow: "order",
      choice: "reject",
      method,
      led: "Pago rechazado",
      state: "rejected",
      status: "FAILED",
      confirmations: 1,
      taken: 0,
    },
    {
      flow: "order",
      choice: "cancel",
      method,
      led: "Pago Cancelado",
      state: "cancelled",
      status: "REJECTED_IN_WEBPAY",
      confirmations: 0,
      taken: 0,
    },
    {
      flow: "order",
      choice: "expire",
      method,
      led: "Pago Cancelado",
      state: "cancelled",
      status: "TIMEOUT",
      confirmations: 0,
      taken: 0,
    },
    {
      flow: "order",
      choice: "recover",
      method,
      led: "Pago Cancelado",
      state: "cancelled",
      status: "REJECTED_IN_WEBPAY",
      confirmations: 0,
      taken: 0,
    },
  ]),
  {
    flow: "dollars",
    choice: "approve",
    method: "POST",
    led: "end",
    state: "accepted",
    status: "Authorized",
    confirmations: 1,
    taken: 100,
  },
  {
    flow: "dollars",
    choice: "reject",
    method: "POST",
    led: "Pago rechazado",
    state: "rejected",
    status: "Not Authorized",
    confirmations: 1,
    taken: 0,
  },
  {
    flow: "dollars",
    choice: "expire",
    method: "GET",
    led: "Pago Cancelado",
    state: "cancelled",
    status: "TIMEOUT",
    confirmations: 0,
    taken: 0,
  },
];

describe("a payment", () => {
  it("ends as the provider says, takes money once, and is answered the same again", async () => {
    const one = await openPaying();
    const { app, upstream } = one.product;
    for (const { flow, choice, method, led, state, status, confirmations, taken } of endings) {
      const product = productOf(app, upstream, visitor(app, "SI"));
      const paying = { ...one, product };
      const { run, page } = await beginPaying(paying, flow);
      const fields = await atTheBank(paying, page, choice);
      const first = await comeBack(product.app, page, fields, method);
      const again = await comeBack(product.app, page, fields, method);
      const what = `${flow} ${choice} ${method}`;
      const address = led === "end" ? `/${flow}-page/listo` : `/${flow}-page`;
      expect([what, first.statusCode, first.headers.location]).toEqual([what, 303, address]);
      expect([what, again.statusCode, again.headers.location]).toEqual([what, 303, address]);
      const payment = (await paymentsOf(product.app)).find(({ run: of }) => of === run.run);
      expect([what, await ledOf(product, run), payment!.state, payment!.status]).toEqual([
        what,
        led,
        state,
        status,
      ]);
      const held = one.standIn.ledger.all().at(-1)!;
      expect([what, held.confirmations, held.taken]).toEqual([what, confirmations, taken]);
      expect([payment!.told_at, payment!.proof]).toEqual([expect.any(String), null]);
    }
  });

  it("is told with its receipt, where a debit card has no instalments", async () => {
    const paying = await openPaying();
    for (const [card, instalments] of [
      ["credit", 6],
      ["debit", 0],
    ] as const) {
      const { run, page } = await beginPaying(paying);
      const fields = await atTheBank(paying, page, "approve", { card, instalments });
      await comeBack(paying.product.app, page, fields);
      const state = await stateOf(paying.product, run);
      expect(state.results).toMatchObject({ lastFour: card === "debit" ? "7763" : "6623", method: card });
      const events = await paying.product.rows("wait_events");
      const payload = JSON.parse(String(events.at(-1)!["payload"]));
      expect(payload).toMatchObject({ amount: 150_000, currency: "CLP", authorization: "1213", code: 0 });
      expect("instalments" in payload).toBe(card === "credit");
    }
  });

  it("is waited for by whoever comes back while somebody else is at it, who began before they came", async () => {
    const paying = await openPaying();
    const { product } = paying;
    const { run, page } = await beginPaying(paying);
    const fields = await atTheBank(paying, page, "approve");
    const { db } = product.app.store;
    const { id, expires_at: over } = (await paymentsOf(product.app))[0]!;
    const due = "2020-01-01T00:00:00.000Z";
    await db.updateTable("payments").set({ next_at: due }).where("id", "=", id).execute();
    const leased = await leasePayment(db, id, { owner: "another", now: due, until: over });
    const back = comeBack(product.app, page, fields);
    await until(
      async () => (await paymentsOf(product.app))[0]!.returned !== null,
      () => "nobody came back",
    );
    await postponePayment(db, leased!, { next: over, now: due });
    expect((await back).statusCode).toBe(303);
    expect(await ledOf(product, run)).toBe("end");
  });

  it("keeps its run from being put aside, until it is over", async () => {
    const paying = await openPaying();
    const { product } = paying;
    const { run, page } = await beginPaying(paying);
    const leave = () => product.who.ask("DELETE", `/api/runs/${run.run}`);
    const refused = await leave();
    expect([refused.statusCode, refused.json().error]).toEqual([409, "stale"]);
    expect(refused.json().state).toMatchObject({ run: run.run, wait: { page } });
    await comeBack(product.app, page, await atTheBank(paying, page, "reject"));
    expect((await leave()).statusCode).toBe(204);
  });

  it("takes a person to the provider's page alone, and nobody once it is over", async () => {
    const paying = await openPaying();
    const { page } = await beginPaying(paying);
    const { body, headers } = await openPage(paying.product.app, page);
    const { origin } = new URL(paying.standIn.url);
    expect(body).toContain(`action="${origin}/webpayserver/initTransaction"`);
    expect(headers["content-security-policy"]).toContain(`form-action ${origin};`);
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    paying.clock.pass(11 * 60);
    const late = await openPage(paying.product.app, page);
    expect([late.statusCode, late.headers.location]).toEqual([303, "/order-page"]);
    const other = await paying.product.app.server.inject({
      url: page,
      headers: { host: "co.localhost:3000", accept: "text/html" },
    });
    expect(other.statusCode).toBe(404);
  });

  it("in a card form has a session of 20 minutes: its page says so, and nobody is taken there afterwards", async () => {
    const paying = await openPaying();
    const { page } = await beginPaying(paying, "dollars");
    const { body } = await openPage(paying.product.app, page);
    expect(body).toContain('"expirationminutes":"20"');
    paying.clock.pass(20 * 60 - 1);
    expect((await openPage(paying.product.app, page)).statusCode).toBe(200);
    paying.clock.pass(1);
    const late = await openPage(paying.product.app, page);
    expect([late.statusCode, late.headers.location]).toEqual([303, "/dollars-page"]);
  });

  it("believes no return that names another payment, and takes none that a stranger makes up", async () => {
    const paying = await openPaying();
    const { run, page } = await beginPaying(paying);
    const fields = await atTheBank(paying, page, "approve");
    const [payment] = await paymentsOf(paying.product.app);
    const foreign: Record<string, string>[] = [
      {},
      { token_ws: "other" },
      { ...fields, TBK_ORDEN_COMPRA: "1" },
      { TBK_TOKEN: "x", TBK_ID_SESION: payment!.session_id, TBK_ORDEN_COMPRA: payment!.order_number },
    ];
    for (const one of foreign) {
      const answer = await comeBack(paying.product.app, page, one);
      expect([one, answer.statusCode]).toEqual([one, 422]);
    }
    expect(await ledOf(paying.product, run)).toBe("waits");
    expect(only(paying.standIn).confirmations).toBe(0);
    expect((await comeBack(paying.product.app, `/api/payments/${"a".repeat(43)}`, fields)).statusCode).toBe(
      404,
    );
  });

  it("is not taken once its person has given up, or its time is over", async () => {
    for (const how of ["given up", "too late"] as const) {
      const paying = await openPaying();
      const { product, clock, standIn } = paying;
      const { run, page } = await beginPaying(paying);
      const fields = await atTheBank(paying, page, "approve");
      if (how === "given up") await giveUp(paying, run);
      else clock.pass(10 * 60);
      await comeBack(product.app, page, fields);
      expect([how, only(standIn).confirmations, await ledOf(product, run)]).toEqual([
        how,
        0,
        "Pago Cancelado",
      ]);
      const [payment] = await paymentsOf(product.app);
      expect([how, payment!.state]).toEqual([how, "cancelled"]);
    }
  });

  it("tells the provider that wants it from where the person pays, and keeps that nowhere", async () => {
    const paying = await openPaying({ env: { TRUST_PROXY: "127.0.0.1" } });
    const { page } = await beginPaying(paying, "dollars", { "x-forwarded-for": "203.0.113.77" });
    await atTheBank(paying, page, "approve");
    expect(only(paying.standIn).clientIp).toBe("203.0.113.77");
    const { db } = paying.product.app.store;
    for (const table of ["payments", "runs", "waits", "calls", "attempts", "submissions"] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain("203.0.113.77");
  });

  it("does not begin where nobody is there of whom the provider could be told", async () => {
    const paying = await openPaying();
    const { run } = await beginPaying(paying, "dollars");
    const { services, definitions, store } = paying.product.app;
    const wait = await store.db
      .selectFrom("waits")
      .selectAll()
      .where("id", "=", run.wait!.id)
      .executeTakeFirstOrThrow();
    const begin = (more: object) =>
      services.call({
        revision: definitions.current("SI")!,
        call: "payments.begin",
        input: { amount: 90, currency: "USD", returnUrl: wait.address },
        key: JSON.stringify(more),
        ...more,
      });
    expect(await begin({})).toMatchObject({ ok: false, status: 502 });
    expect(await begin({ visitorAddress: "unix:" })).toMatchObject({ ok: false, status: 502 });
    expect(await begin({ visitorAddress: "::ffff:203.0.113.7" })).toMatchObject({ ok: true });
    expect(await paymentsOf(paying.product.app)).toMatchObject([
      { status: "REPLACED" },
      { status: "REPLACED" },
      { status: "REPLACED" },
      { state: "pending", amount: 9_000 },
    ]);
  });

  it("that nobody came back from is settled when its time is over", async () => {
    const paying = await openPaying();
    const { run, page } = await beginPaying(paying);
    await atTheBank(paying, page, "approve");
    paying.clock.pass(10 * 60);
    await expect.poll(() => ledOf(paying.product, run)).toBe("Pago Cancelado");
    expect(only(paying.standIn)).toMatchObject({ confirmations: 0, taken: 0 });
  });

  it.each([
    ["whose person came back", { returned: "finished" }],
    ["that the provider was asked to confirm", { confirm_began_at: "2026-11-21T12:00:00.000Z" }],
  ] as const)("%s is not replaced", async (_, under) => {
    const paying = await openPaying();
    const { run } = await beginPaying(paying);
    const { services, definitions, store } = paying.product.app;
    const { address } = await store.db
      .selectFrom("waits")
      .select("address")
      .where("id", "=", run.wait!.id)
      .executeTakeFirstOrThrow();
    await store.db.updateTable("payments").set(under).execute();
    const begun = await services.call({
      revision: definitions.current("SI")!,
      call: "payments.begin",
      input: { amount: 90_000, currency: "CLP", returnUrl: address },
      key: "another",
    });
    expect(begun).toMatchObject({ ok: false, status: 409 });
    expect(await paymentsOf(paying.product.app)).toMatchObject([{ state: "pending", amount: 150_000 }]);
  });

  it("begins once for one wait, and anew where the amount is another", async () => {
    const paying = await openPaying();
    const { run } = await beginPaying(paying);
    const { db } = paying.product.app.store;
    const wait = await db
      .selectFrom("waits")
      .selectAll()
      .where("id", "=", run.wait!.id)
      .executeTakeFirstOrThrow();
    const { services, definitions } = paying.product.app;
    const begin = (amount: number, key: string) =>
      services.call({
        revision: definitions.current("SI")!,
        call: "payments.begin",
        input: { amount, currency: "CLP", returnUrl: wait.address },
        key,
      });
    const same = await begin(150_000, "a");
    const other = await begin(90_000, "b");
    expect([same.ok, other.ok]).toEqual([true, true]);
    const payments = await paymentsOf(paying.product.app);
    expect(payments.map(({ amount, state, status }) => [amount, state, status])).toEqual([
      [150_000, "cancelled", "REPLACED"],
      [90_000, "pending", null],
    ]);
    for (const input of [
      { amount: 0, currency: "CLP", returnUrl: wait.address },
      { amount: 10.5, currency: "CLP", returnUrl: wait.address },
      { amount: 10, currency: "PEN", returnUrl: wait.address },
      { amount: 10, currency: "CLP", returnUrl: "https://evil.example/api/events/x" },
    ]) {
      const refused = await services.call({
        revision: definitions.current("SI")!,
        call: "payments.begin",
        input,
        key: JSON.stringify(input),
      });
      expect([input, refused.ok]).toEqual([input, false]);
    }
  });
});

/** Between the server and a stand-in, what an answer to a confirmation comes to. */
async function losing(standInUrl: () => string, lost: "answer" | "request", times: number) {
  let left = times;
  const relay = await startStandIn({});
  onTestFinished(() => relay.stop());
  const forward = async ({
    method,
    path,
    headers,
    body,
  }: Parameters<Extract<Parameters<typeof relay.set>[1], Function>>[0]) => {
    const isConfirmation = method === "PUT" || path.includes("/authorization/ecommerce/");
    const isLost = isConfirmation && left > 0;
    if (isLost) left -= 1;
    if (isLost && lost === "request") return { cutOff: "before" as const };
    const { host: _, "content-length": __, connection: ___, "transfer-encoding": ____, ...kept } = headers;
    const answer = await fetch(new URL(path, standInUrl()), {
      method,
      headers: kept as Record<string, string>,
      ...(method === "GET" || body === "" ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (isLost) return { cutOff: "before" as const };
    return {
      status: answer.status,
      body: text,
      headers: { "content-type": answer.headers.get("content-type") ?? "" },
    };
  };
  for (const method of ["GET", "POST", "PUT"]) {
    for (const path of [
      "/rswebpaytransaction/api/webpay/v1.2/transactions",
      "/rswebpaytransaction/api/webpay/v1.2/transactions/{token}",
      "/api.security/v1/security",
      "/api.ecommerce/v2/ecommerce/token/session/{merchant}",
      "/api.authorization/v3/authorization/ecommerce/{merchant}",
      "/api.authorization/v3/retrieve/purchase/{merchant}/{order}",
    ])
      relay.set(`${method} ${path}`, forward);
  }
  return `${relay.url}/`;
}

describe("a confirmation whose answer is lost", () => {
  it.each([
    ["order", "answer", 1],
    ["order", "request", 1],
    ["dollars", "answer", 1],
    ["dollars", "request", 1],
  ] as const)("%s: the %s is lost", async (flow, lost, times) => {
    let standInUrl = "";
    const paying: Paying = await openPaying({
      between: (url) => {
        standInUrl = url;
        return losing(() => standInUrl, lost, times);
      },
    });
    const { product, standIn, clock } = paying;
    const { run, page } = await beginPaying(paying, flow);
    const fields = await atTheBank(paying, page, "approve");
    await comeBack(product.app, page, fields, "POST");
    if (lost === "request") {
      // Money may have been taken: nobody gives up, nor is the time over, before that is known.
      await giveUp(paying, run);
      expect(await ledOf(product, run)).toBe("waits");
      clock.pass(31);
      await comeBack(product.app, page, fields, "POST");
    }
    await expect.poll(() => ledOf(product, run)).toBe("end");
    expect(only(standIn)).toMatchObject({ confirmations: 1, taken: flow === "order" ? 150_000 : 100 });
  });
});

it("that its provider tells otherwise of keeps nobody waiting, who had tried to give up before", async () => {
  let standInUrl = "";
  const paying: Paying = await openPaying({
    between: (url) => {
      standInUrl = url;
      return losing(() => standInUrl, "request", 1);
    },
  });
  const { product } = paying;
  const { run, page } = await beginPaying(paying);
  await comeBack(product.app, page, await atTheBank(paying, page, "approve"));
  await giveUp(paying, run);
  expect(await ledOf(product, run)).toBe("waits");
  await product.app.store.db.updateTable("payments").set({ differs: "amount" }).execute();
  await giveUp(paying, run);
  expect(await ledOf(product, run)).toBe("Pago Cancelado");
});

it("whose person comes back to a server that dies at it is as if nobody had come, or due at once", async () => {
  const paying = await openPaying();
  const { app } = paying.product;
  const { run, page } = await beginPaying(paying);
  const returned = await atTheBank(paying, page, "approve");
  const [payment] = await paymentsOf(app);
  const store = dyingAt(app.store, "payments", 2);
  const payments = startPayments({
    ...app,
    store,
    clock: paying.clock.now,
    log: keptLog(),
    owner: "another",
    waits: {} as unknown as Waits,
    providerOf: () => ({ readReturn: () => ({ returned: "finished" }) }) as unknown as PaymentProvider,
  });
  await expect(payments.takeReturn(payment!, {})).rejects.toThrow("this server died");
  await payments.stop();
  expect(await paymentsOf(app)).toMatchObject([{ state: "pending", returned: null }]);
  await comeBack(app, page, returned);
  await expect.poll(() => ledOf(paying.product, run)).toBe("end");
});

it("whose provider takes long keeps nobody who comes back waiting for it", async () => {
  const paying = await openPaying();
  const { app } = paying.product;
  const { page } = await beginPaying(paying);
  const [payment] = await paymentsOf(app);
  const answer = Promise.withResolvers<Settlement>();
  const confirm = vi.fn<() => Promise<Settlement>>(() => answer.promise);
  const slow = { readReturn: () => ({ returned: "finished" }), confirm } as unknown as PaymentProvider;
  const brought: unknown[] = [];
  const bring: Waits["bring"] = async (_, { outcome }) => {
    brought.push(outcome);
    return "moved";
  };
  const payments = startPayments({
    ...app,
    clock: paying.clock.now,
    log: keptLog(),
    owner: "another",
    waits: { bring } as unknown as Waits,
    providerOf: () => slow,
    answerWithin: 20,
  });
  await payments.takeReturn(payment!, { token_ws: payment!.provider_token! });
  // On a machine that is busy, they are led on before anybody was asked.
  await expect.poll(() => confirm.mock.calls).toHaveLength(1);
  expect([brought, (await paymentsOf(app))[0]!.state]).toEqual([[], "pending"]);
  // They see that it is waited for, and nobody is asked a second time.
  const seen = await openPage(app, page);
  expect([seen.statusCode, seen.headers.location]).toEqual([303, "/order-page"]);
  answer.resolve({ state: "rejected", status: "FAILED" });
  await payments.stop();
  expect(confirm).toHaveBeenCalledTimes(1);
  expect([brought, (await paymentsOf(app))[0]!.state]).toEqual([["refused"], "rejected"]);
});

it("outlives the erasure of its form, without what it was confirmed with", async () => {
  const paying = await openPaying();
  const { app } = paying.product;
  const { run, page } = await beginPaying(paying);
  await comeBack(app, page, await atTheBank(paying, page, "approve"));
  await app.store.db
    .updateTable("payments")
    .set({ proof: JSON.stringify({ customerEmail: "ana@correo.cl" }) })
    .execute();
  await app.store.transaction((db) => eraseContents(db, run.run, paying.clock.now().toISOString()));
  const [payment] = await paymentsOf(app);
  expect(payment).toMatchObject({ state: "accepted", amount: 150_000, proof: null });
  expect(JSON.parse(payment!.receipt!)).toMatchObject({ authorization: "1213", lastFour: "6623" });
  expect(await paying.product.rows("waits")).toEqual([]);
});

it("stand-ins refuse to run in production", async () => {
  await expect(startPaymentStandIn({ mode: "production", port: 0 })).rejects.toThrow(
    "do not run in production",
  );
});
