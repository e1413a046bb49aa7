/** What was paid for is cancelled by its link: once, with its unit, its money and its mails. */
import { expect, it, onTestFinished } from "vitest";
import { plainWords, type RunState } from "../../schemas/engine/all.ts";
import { readConfig } from "../../server/config/config.ts";
import { eraseRun } from "../../server/evidence/erase.ts";
import { reconcile } from "../../server/operators/payments.ts";
import { addPayment } from "../../server/store/payments.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { covering } from "../support/covering.ts";
import { startRelay } from "../support/relay.ts";
import { seen } from "./account-parts.ts";
import { openCatalogue } from "./catalogue-parts.ts";
import type { StockCar } from "../../server/dealers/reference/types.ts";
import { temporaryStore } from "./parts.ts";
import { productOf, type Product } from "./program-parts.ts";
import { allCars, begin, mailsTo, open, pay, upToPayment, type Opened } from "./purchase-parts.ts";

const email = "maria.jose@correo.cl";
const transactions = "/rswebpaytransaction/api/webpay/v1.2/transactions";
const refunds = `POST ${transactions}/{token}/refunds`;

interface Sold {
  flow: string;
  fits: (car: StockCar) => boolean;
  /** Answers of the steps between the contact and the terms. */
  chosen?: Record<string, unknown>[];
}

const usedCar: Sold = { flow: "vehicle-reservation", fits: ({ type }) => type === "used" };

/** Somebody has paid for a car, and has its link. */
async function bought(opened: Opened, { flow, fits, chosen }: Sold = usedCar) {
  const [car] = await allCars(opened.brand as "SI", fits);
  const id = String(car!.id);
  const begun: RunState = (await begin(opened.who, flow, id)).json();
  const asked = async (data: string, inputs: object) => {
    const given = { revision: begun.revision, flow, data, inputs };
    return (await opened.who.ask("POST", "/api/data", given)).json<{
      value?: { id: string; unit: number }[];
      options?: { value: string }[];
    }>();
  };
  const special = car!.dps !== undefined;
  const units = async (): Promise<{ id: string; unit: number }[]> =>
    (await asked("units", { carId: id, special })).value ?? [];
  const before = await units();
  const branches = car!.type === "new" ? (await asked("branches", { id, special })).options : undefined;
  const run = await upToPayment(opened, begun, {
    ...(before.length > 1 ? { unit: before[0]!.id } : {}),
    ...(branches ? { branch: branches[0]!.value } : {}),
    ...(chosen ? { chosen } : {}),
  });
  const done = await pay(opened, run);
  expect(done).toMatchObject({ status: "done", step: "done" });
  const { cancelPage } = done.results as { cancelPage: string };
  expect(cancelPage).toMatch(/^\/cancela-tu-compra\?compra=[\w-]{43}$/);
  const { number } = done.results["submission"] as { number: string };
  return { id, done, number, cancelPage, token: cancelPage.slice(-43), units, before };
}

/** Somebody with the link, up to the question whether they are sure. */
async function asked(opened: Opened, token: string, answers: Record<string, unknown> = {}) {
  const product = productOf(opened.app, undefined as never, visitor(opened.app, opened.brand));
  const run: RunState = (await begin(product.who, "sale-cancellation")).json();
  const reply = await product.proceed(run, {
    "purchase.token": token,
    "purchase.reason": "changedMind",
    "purchase.email": email,
    ...answers,
  });
  const confirm = async () =>
    (await product.proceed(reply.answer.state, {}, { dialog: { id: "cancel", button: "confirm" } })).answer;
  return { product, reply, confirm };
}

const refusalOf = ({ outcome }: { outcome: object }): string =>
  "refuse" in outcome
    ? plainWords((outcome.refuse as { words: never }[])[0]!.words)
    : JSON.stringify(outcome);

const shown = async (opened: Opened, token: string, who = opened.who) => {
  const { revision } = (await begin(who, "sale-cancellation")).json<RunState>();
  const inputs = { token };
  return (
    await who.ask("POST", "/api/data", { revision, flow: "sale-cancellation", data: "own", inputs })
  ).json<{ status: string; value?: Record<string, unknown> }>();
};

const unrefunded = async ({ app }: Opened) =>
  Number(/vitrina_payments_to_see\{why="unrefunded"\} (\d+)/.exec((await app.metrics.text()).body)?.[1]);

it("whoever has the link and gives the address of the sale cancels it, once", async () => {
  const opened = await open();
  const { app, who } = opened;
  const sale = await bought(opened);
  // In the mail of the sale, beside what was paid and the list of documents.
  const [receipt = "", ...others] = await mailsTo(app, email);
  expect(others).toEqual([]);
  for (const part of [sale.cancelPage, "/documentos/", "Número de orden", sale.number])
    expect(receipt).toContain(part);
  const html = { accept: "text/html" };
  expect((await who.ask("GET", sale.cancelPage, undefined, html)).statusCode).toBe(200);
  const { value } = await shown(opened, sale.token);
  expect(value).toMatchObject({
    state: "open",
    number: sale.number,
    amountText: "$500.000",
    isRefunded: false,
  });
  expect(JSON.stringify(value)).not.toContain(email);
  const car = async () =>
    (await who.ask("GET", `/marcas/x/usado/x-x-${sale.id}`, undefined, html)).statusCode;
  await expect.poll(car).toBe(410);

  // Another address, and another brand, cancel nothing.
  const foreign = await asked(opened, sale.token, { "purchase.email": "otra@correo.cl" });
  expect(foreign.reply.answer.outcome).toMatchObject({ dialog: "cancel" });
  expect(refusalOf(await foreign.confirm())).toContain("Ese no es el correo");
  expect((await shown(opened, sale.token, visitor(app, "CO"))).status).toBe("empty");
  expect((await shown(opened, "x".repeat(43))).status).toBe("empty");

  // Two tabs that both ask: one of them does it.
  const tabs = [await asked(opened, sale.token), await asked(opened, sale.token)];
  const ended = await Promise.all(tabs.map(({ confirm }) => confirm()));
  const words = ended.map((one) => ("go" in one.outcome ? one.outcome.go : refusalOf(one)));
  expect(words.toSorted()).toEqual([expect.stringContaining("ya no se puede cancelar"), "cancelled"]);
  const winner = ended.find((one) => "go" in one.outcome)!.state;
  const { number } = winner.results["submission"] as { number: string };
  expect(number).toMatch(/^ANU-\d{4}-000001$/);
  expect(winner.results).toMatchObject({ given: "$500.000", bought: { number: sale.number } });

  // The money is given back, and the car is for sale again.
  const [held] = opened.paying.standIn.ledger.all();
  await expect.poll(() => [held!.taken, held!.returned]).toEqual([500_000, 500_000]);
  await expect
    .poll(async () => (await shown(opened, sale.token)).value)
    .toMatchObject({
      state: "cancelled",
      canCancel: false,
      isRefunded: true,
    });
  // It leads to its own address.
  await expect.poll(car).toBe(301);
  expect(await unrefunded(opened)).toBe(0);
  const own = (await mailsTo(app, email)).filter((text) => text.includes(number));
  expect([own.length, own[0]]).toEqual([1, expect.stringContaining("$500.000")]);
  const told = (await mailsTo(app, "cotizaciones@salazarisrael.example")).filter((text) =>
    text.includes(number),
  );
  expect(told).toHaveLength(1);
  const third = productOf(app, undefined as never, visitor(app, "SI"));
  const run: RunState = (await begin(third.who, "sale-cancellation")).json();
  const again = await third.proceed(run, { "purchase.token": sale.token });
  expect(refusalOf(again.answer)).toContain("ya no se puede cancelar");

  // What was opened for the sale goes with its erasure.
  const why = { by: "request", reason: "la persona lo pide" } as const;
  const erase = async () => (await eraseRun(app.store, sale.done.run, why, new Date())).outcome;
  await expect.poll(erase).toBe("erased");
  expect((await shown(opened, sale.token)).status).toBe("empty");
});

const personal = {
  "additionalData.birthDate": "1985-11-21",
  "additionalData.address": "Avenida Ñuñoa",
  "additionalData.addressNumber": "1240",
};
const inCash = { "financing.wants": "none" };
const without = { "appraisal.wants": "no" };
const used = ({ type, prices }: StockCar): boolean => type === "used" && !prices[0]!.bonuses?.dealerBonusSP;
const isNew = ({ type, units, dps }: StockCar): boolean => type === "new" && units > 8 && !dps;
const special = ({ dps }: StockCar): boolean => (dps?.units ?? 0) > 0;
const allSteps = [
  without,
  inCash,
  personal,
  { "taxesAndProcedures.needed": "yes" },
  { "insurance.needed": "no" },
  { "maintenance.needed": "no" },
];

const sales: [string, Sold][] = [
  ["one of a special sale, reserved", { flow: "vehicle-reservation", fits: special }],
  ["a used car, bought", { flow: "vehicle-purchase", fits: used, chosen: [without, inCash] }],
  ["a new car, bought with all steps", { flow: "vehicle-purchase-v2", fits: isNew, chosen: allSteps }],
  [
    "one of a special sale, bought with all steps",
    { flow: "vehicle-purchase-v2", fits: special, chosen: allSteps },
  ],
];

it.each(covering(sales, ([, { flow, fits }]) => [flow, fits.name]))(
  "of all that is sold, %s is cancelled: the unit is free again and the money is given back",
  async (_, sold) => {
    const opened = await open();
    const sale = await bought(opened, sold);
    const free = async () => (await sale.units()).reduce((sum, { unit }) => sum + unit, 0);
    const all = sale.before.reduce((sum, { unit }) => sum + unit, 0);
    await expect.poll(free).toBe(all - 1);
    expect((await shown(opened, sale.token)).value).toMatchObject({
      state: "open",
      number: sale.number,
      amountText: "$500.000",
    });
    const { confirm } = await asked(opened, sale.token);
    expect(await confirm()).toMatchObject({ outcome: { go: "cancelled" } });
    await expect.poll(free).toBe(all);
    const [held] = opened.paying.standIn.ledger.all();
    await expect.poll(() => [held!.taken, held!.returned]).toEqual([500_000, 500_000]);
    // The provider has done it before we have heard of it.
    await expect.poll(() => unrefunded(opened)).toBe(0);
    expect(await mailsTo(opened.app, email)).toHaveLength(2);
  },
);

it("a refund that is refused, or whose answer is lost, is asked for until it is done, and given once", async () => {
  const relay = await startRelay([
    `POST ${transactions}`,
    `PUT ${transactions}/{token}`,
    `GET ${transactions}/{token}`,
    refunds,
  ]);
  onTestFinished(() => relay.standIn.stop());
  let now = Date.now();
  const opened = await open("SI", { WEBPAY_URL: `${relay.standIn.url}/` }, () => new Date(now));
  relay.leadTo(opened.paying.standIn.url.replace(/\/$/, ""));
  const sale = await bought(opened);
  let tries = 0;
  relay.set(refunds, async (received) => {
    tries += 1;
    if (tries === 1) return { status: 500, body: {} };
    // It is done there, and nobody hears of it.
    await relay.pass(received);
    return { cutOff: "before" };
  });
  const { confirm } = await asked(opened, sale.token);
  expect(await confirm()).toMatchObject({ outcome: { go: "cancelled" } });
  await expect.poll(() => tries).toBe(1);
  expect(await unrefunded(opened)).toBe(1);
  const payment = async () => await opened.app.store.db.selectFrom("payments").selectAll().executeTakeFirst();
  await expect.poll(async () => (await payment())?.last_error).toContain("could not be given back");
  now += 10 * 60_000;
  await expect.poll(() => tries).toBe(2);
  await expect.poll(async () => (await payment())?.last_error).toBe("no answer");
  expect(await payment()).toMatchObject({ refunded: 0, refund_began_at: expect.any(String) });
  now += 10 * 60_000;
  await expect.poll(async () => (await payment())?.refunded).toBe(500_000);
  const [held] = opened.paying.standIn.ledger.all();
  expect([tries, held!.returned, await unrefunded(opened)]).toEqual([2, 500_000, 0]);
  expect(await payment()).toMatchObject({ refund_began_at: null, next_at: null, last_error: null });
  relay.undo();
  const config = readConfig({ WEBPAY_URL: `${relay.standIn.url}/`, WEBPAY_CODE: "1", WEBPAY_KEY: "key" });
  const { differing, unanswered } = await reconcile(opened.app.store, config, new Date(0));
  expect([differing, unanswered]).toEqual([[], []]);
});

it("its last day is ten days after the payment in Chile, and a week in Peru, by the brand's clock", async () => {
  for (const [brand, days] of [
    ["SI", 10],
    ["WI", 7],
  ] as const) {
    const { store } = await temporaryStore();
    let now = Date.parse("2026-11-21T15:00:00Z");
    const clock = () => new Date(now);
    const { callNamed } = await openCatalogue(brand, { store, clock });
    const paid = await addPayment(
      store.db,
      {
        brand,
        run: "r",
        wait: "w",
        provider: "webpay",
        token_hash: "t",
        amount: 500_000,
        currency: "CLP",
        description: "Reserva",
        address: "a",
        expires_at: clock().toISOString(),
      },
      clock().toISOString(),
    );
    const order = paid.order_number;
    const opening = (key: string, who = email) =>
      callNamed(
        "reservation.openCancellation",
        { transactionId: order, email: who, subject: "Kia Rio" },
        key,
      );
    // Nothing was paid yet.
    expect(await opening("k0")).toMatchObject({ ok: false, status: 404 });
    const { data: all } = await callNamed("reservation.units", { carId: "0" }, "k1");
    expect(all).toBeFalsy();
    await store.db
      .updateTable("payments")
      .set({
        state: "accepted",
        settled_at: clock().toISOString(),
        told_at: clock().toISOString(),
        next_at: null,
      })
      .execute();
    const first = await opening("k2");
    const day = `2026-${days === 10 ? "12-01" : "11-28"}`;
    expect(first).toMatchObject({ ok: true, data: { until: day } });
    // The same payment has one link, and nobody else's.
    expect((await opening("k3")).data).toEqual(first.data);
    expect(await opening("k4", "otra@correo.cl")).toMatchObject({ ok: false, status: 409 });
    const { token } = first.data as { token: string };
    await store.db
      .insertInto("holds")
      .values({
        id: "h",
        service: "units",
        resource: "0/0/unit",
        token_hash: "x",
        order_number: order,
        state: "held",
        extended: 0,
        created_at: clock().toISOString(),
        until_at: clock().toISOString(),
        settled_at: null,
      })
      .execute();
    const state = async () =>
      ((await callNamed("reservation.cancellation", { token }, "k")).data as { state: string }).state;
    // 23:59 of the last day, and two minutes later.
    now = Date.parse(`${day}T23:59:00${brand === "SI" ? "-03:00" : "-05:00"}`);
    expect(await state()).toBe("open");
    now += 2 * 60_000;
    expect(await state()).toBe("late");
    const wish = { token, email, reason: "other" };
    expect(await callNamed("reservation.cancel", wish, "k5")).toMatchObject({ ok: false, status: 409 });
    now -= 2 * 60_000;
    // What waits to be taken for it in the background is not taken any more.
    expect(await callNamed("reservation.cancel", wish, "k6")).toMatchObject({ ok: true });
    expect(await callNamed("reservation.cancel", wish, "k6")).toMatchObject({ ok: true });
    expect(await callNamed("reservation.cancel", wish, "k7")).toMatchObject({ ok: false, status: 409 });
    const reserve = { clientName: "María Soto", carType: "usado", patent: "BBBB12", transactionId: order };
    expect(await callNamed("reservation.reserve", reserve, "k8")).toMatchObject({ ok: false, status: 409 });
    expect(await store.db.selectFrom("payments").select(["refund_due_at", "next_at"]).execute()).toEqual([
      { refund_due_at: clock().toISOString(), next_at: clock().toISOString() },
    ]);
  }
});

/** What a server's pages say of a car: whether its catalogue has it, whether it has a page, and what its favourites say. */
async function shownBy(app: TestApp, id: number) {
  const who = visitor(app, "SI");
  const { result } = (await seen(who, "/vehiculos/usado", "cars")).value as { result: { id: number }[] };
  const page = await who.ask("GET", `/marcas/x/usado/x-x-${id}`, undefined, { accept: "text/html" });
  const { revision, screen } = (await who.ask("GET", "/api/page?path=/favorites")).json<{
    revision: string;
    screen: { screen: string };
  }>();
  const asked = { revision, screen: screen.screen, data: "cars", inputs: { ids: [String(id)] } };
  const kept = (await who.ask("POST", "/api/data", asked)).json<{
    value: { result: { sold?: boolean }[] };
  }>();
  return {
    listed: result.some((one) => one.id === id),
    page: page.statusCode === 410 ? "gone" : "there",
    favourite: kept.value.result[0]?.sold === true ? "sold" : "for sale",
  };
}

it("what is sold, held no more or given back is said in catalogue, car page and favourites of each server within a second", async () => {
  let passed = 0;
  const opened = await open("SI", {}, () => new Date(Date.now() + passed));
  const { storeConfig } = opened.app;
  const apps = [opened.app, await openApp({ storeConfig, clock: () => new Date(Date.now() + passed) })];
  const [first] = ((await seen(opened.who, "/vehiculos/usado", "cars")).value as { result: { id: number }[] })
    .result;
  const { id } = first!;
  const sale: Sold = { ...usedCar, fits: (car) => car.id === id };
  /** Each page is asked once: what it says then has to be right. */
  const saysEverywhere = async (said: object): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    for (const app of apps) expect(await shownBy(app, id)).toEqual(said);
  };
  const forSale = { listed: true, page: "there", favourite: "for sale" };
  for (const app of apps) expect(await shownBy(app, id)).toEqual(forSale);

  // Whoever holds it keeps others from it on the other server too, until their time is over.
  const [holder, other] = apps.map((app) => productOf(app, undefined as never, visitor(app, "SI"))) as [
    Product,
    Product,
  ];
  await upToPayment(
    { ...opened, product: holder },
    (await begin(holder.who, usedCar.flow, String(id))).json(),
  );
  const run: RunState = (await begin(other.who, usedCar.flow, String(id))).json();
  const late = await other.proceed(run, {});
  expect(JSON.stringify(late.answer.outcome)).toContain("fromAddress.taken");
  passed += 16 * 60_000;
  expect((await other.proceed(late.answer.state, {})).answer.outcome).toEqual({ go: "contact" });
  for (const app of apps) expect(await shownBy(app, id)).toEqual(forSale);

  const { token } = await bought(opened, sale);
  await saysEverywhere({ listed: false, page: "gone", favourite: "sold" });
  await (await asked(opened, token)).confirm();
  await saysEverywhere(forSale);
});
