/** A car is reserved over the real server, its embedded services and the stand-ins of payments. */
import { expect, it, onTestFinished } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { startPaymentStandIn } from "../../server/payments/stand-in/stand-in.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { startStandIn } from "../support/stand-in.ts";
import { atTheBank, comeBack, stateOf, type Paying } from "./payment-parts.ts";
import { projectReference } from "./parts.ts";
import { productOf } from "./program-parts.ts";
import type { StockCar } from "../../server/dealers/reference/types.ts";

const flow = "vehicle-reservation";

const person = {
  "contact.name": "María José",
  "contact.lastName": "Núñez Soto",
  "contact.phone": "987654321",
  "contact.email": "maria.jose@correo.cl",
};
const chilean = {
  ...person,
  "contact.identity": "12345678-5",
  "contact.place.region": "metropolitanaDeSantiago",
  "contact.place.commune": "santiago",
};
const peruvian = {
  ...person,
  "contact.identity": "45678912",
  "contact.home.department": "lima",
  "contact.home.province": "lima",
  "contact.home.district": "surquillo",
};

async function open(brand = "SI", env: Record<string, string> = {}) {
  const standIn = await startPaymentStandIn({ mode: "development", port: 0 });
  onTestFinished(() => standIn.close());
  const app = await openApp({
    env: {
      WEBPAY_URL: standIn.url,
      WEBPAY_CODE: "597055555532",
      WEBPAY_KEY: "key",
      NIUBIZ_URL: standIn.url,
      NIUBIZ_SCRIPT_URL: new URL("checkout.js", standIn.url).href,
      NIUBIZ_USER: "user",
      NIUBIZ_PASSWORD: "password",
      NIUBIZ_MERCHANT_USD: "1-usd",
      NIUBIZ_MERCHANT_PEN: "1-pen",
      ...env,
    },
  });
  const who = visitor(app, brand);
  const product = productOf(app, undefined as never, who);
  const paying: Paying = { product, standIn, clock: undefined as never };
  return { app, brand, who, product, paying };
}

/** Cars for sale of a brand, in the order of its stock. */
async function allCars(brand: "SI" | "WI", fits: (car: StockCar) => boolean): Promise<StockCar[]> {
  const { stock } = await projectReference();
  return [...stock.get({ SI: 1, WI: 30 }[brand])!].filter((car) => car.units > 0 && fits(car));
}

type Opened = Awaited<ReturnType<typeof open>>;

const begin = async (who: Visitor, subject?: string, id = flow) =>
  await who.ask("POST", "/api/runs", {
    flow: id,
    revision: "-",
    ...(subject === undefined ? {} : { subject }),
  });

/** Through the steps before the payment. */
async function upToPayment(
  { product, brand }: Opened,
  run: RunState,
  { unit, branch }: { unit?: string; branch?: string } = {},
): Promise<RunState> {
  const given = [
    unit === undefined ? {} : { "version.unit": unit },
    {
      ...(brand === "WI" ? peruvian : chilean),
      ...(branch === undefined ? {} : { "contact.branch": branch }),
    },
    { "terms.terms": true, ...(brand === "WI" ? { "terms.dataUsage": true } : {}) },
  ];
  let state = run;
  for (const answers of given) {
    const { status, answer, body } = await product.proceed(state, answers);
    expect([status, body, Object.keys(answer.outcome)]).toEqual([200, body, ["go"]]);
    state = answer.state;
  }
  expect(state.step).toBe("payment");
  return state;
}

/** Pays at the bank, and gives the run as it is then. */
async function pay({ brand, product, paying }: Opened, run: RunState, answers: Record<string, unknown> = {}) {
  const { answer, body } = await product.proceed(run, answers);
  expect([body, Object.keys(answer.outcome)]).toEqual([body, ["wait"]]);
  const page = answer.state.wait!.page!;
  const host = `${brand.toLowerCase()}.localhost:3000`;
  await comeBack(product.app, page, await atTheBank({ ...paying, host }, page, "approve"), "GET", host);
  return await stateOf(product, answer.state);
}

const deliveriesOf = async (app: TestApp) =>
  (await app.store.db.selectFrom("deliveries").selectAll().execute()).map(({ kind, payload }) => {
    const { call, to } = JSON.parse(payload) as { call?: string; to?: string };
    return kind === "call" ? String(call) : `${kind} to ${to}`;
  });

it("of each car somebody has one run of their own, which stays about it", async () => {
  const { who } = await open();
  const [first, second] = await allCars("SI", (car) => car.type === "used");
  const of = async (subject: string): Promise<RunState> => (await begin(who, subject)).json();
  const run = await of(String(first!.id));
  expect(run).toMatchObject({ subject: String(first!.id), answers: { "version.car": String(first!.id) } });
  expect((await of(String(first!.id))).run).toBe(run.run);
  expect((await of(String(second!.id))).run).not.toBe(run.run);
  const found = (subject: string) => who.ask("GET", `/api/runs?flow=${flow}&subject=${subject}`);
  expect((await found(String(first!.id))).json().run.run).toBe(run.run);
  expect((await found("1")).json().run).toBe(null);
  const answers = { "version.car": String(second!.id) };
  await who.ask("PATCH", `/api/runs/${run.run}/answers`, { version: 0, answers });
  expect((await found(String(first!.id))).json().run.answers).toEqual(run.answers);
});

it("a flow about something needs to know of what, and no other takes it", async () => {
  const { who } = await open();
  expect((await begin(who)).statusCode).toBe(400);
  expect((await begin(who, "7", "contact")).statusCode).toBe(400);
});

it("a used car that is paid for is taken: nobody else finds it, and who sells is told", async () => {
  const opened = await open();
  const { app, who } = opened;
  const [car] = await allCars("SI", (one) => one.type === "used");
  const subject = String(car!.id);
  const run = await upToPayment(opened, (await begin(who, subject)).json());
  // Who comes while it is paid for is told at once, and keeps what was typed.
  const other = { ...opened, product: productOf(app, undefined as never, visitor(app, "SI")) };
  const { who: second } = other.product;
  const waiting = await opened.product.proceed(run, {});
  expect(Object.keys(waiting.answer.outcome)).toEqual(["wait"]);
  const late = await other.product.proceed((await begin(second, subject)).json(), {});
  expect(JSON.stringify(late.answer.outcome)).toContain("fromAddress.taken");
  const page = waiting.answer.state.wait!.page!;
  await comeBack(app, page, await atTheBank(opened.paying, page, "approve"));
  const done = await stateOf(opened.product, waiting.answer.state);
  expect(done).toMatchObject({
    status: "done",
    step: "done",
    results: { reservationStatus: "Pago exitoso", paymentStatus: "accepted" },
  });
  expect(done.results["submission"]).toMatchObject({ number: expect.stringMatching(/^RES-\d{4}-000001$/) });
  const listed = await who.ask("GET", `/api/page?path=/reservation-payment/${subject}/reservado`);
  expect(listed.statusCode).toBe(200);
  const address = `/marcas/x/usado/x-x-${subject}`;
  const html = { accept: "text/html" };
  const gone = async () => (await who.ask("GET", address, undefined, html)).statusCode;
  await expect.poll(gone, { timeout: 5_000 }).toBe(410);
  // The department's comes from the reservation, and from the lead once that is delivered.
  expect(new Set(await deliveriesOf(app))).toEqual(
    new Set([
      "lead.incompleteBuyingFlow",
      "lead.buyingFlow",
      "mail to cotizaciones@salazarisrael.example",
      "mail to maria.jose@correo.cl",
    ]),
  );
});

it("a new car is reserved in the colour and the branch that were chosen", async () => {
  const opened = await open();
  const [car] = await allCars("SI", (one) => one.type === "new" && one.units > 8 && !one.dps);
  const run: RunState = (await begin(opened.who, String(car!.id))).json();
  const bare = await opened.product.proceed(run, {});
  expect(bare.status).toBe(422);
  expect(bare.answer.outcome).toMatchObject({ refuse: [{ path: "version.unit", code: "required" }] });
  const data = await opened.who.ask("POST", "/api/data", {
    revision: run.revision,
    flow,
    data: "units",
    inputs: { carId: String(car!.id), special: false },
  });
  const [, unit] = data.json().options as { value: string; label: string }[];
  const branches = await opened.who.ask("POST", "/api/data", {
    revision: run.revision,
    flow,
    data: "branches",
    inputs: { id: String(car!.id), special: false },
  });
  const [branch] = branches.json().options as { value: string }[];
  const paying = await upToPayment(opened, run, { unit: unit!.value, branch: branch!.value });
  const done = await pay(opened, paying);
  expect(done.results["reserved"]).toMatchObject({ colour: unit!.label });
  expect(done.step).toBe("done");
});

it("in Peru it is paid in dollars or in soles, as the button says", async () => {
  const opened = await open("WI");
  const [car] = await allCars("WI", (one) => one.type === "used");
  const run = await upToPayment(opened, (await begin(opened.who, String(car!.id))).json());
  const done = await pay(opened, run, { "payment.inSecond": true });
  expect(done).toMatchObject({ step: "done", results: { paidCurrency: "PEN" } });
  const amounts = opened.paying.standIn.ledger.all().map(({ amount, currency }) => [amount, currency]);
  expect(amounts).toEqual([[done.results["paidNumber"], "PEN"]]);
});

it("what is paid and not confirmed stays paid: it is asked for again in the background, and both are told", async () => {
  const hold = { token: "h".repeat(43), until: "2099-01-01T00:00:00Z", canExtend: true };
  const [car] = await allCars("SI", (one) => one.type === "used");
  const unit = {
    id: "unit",
    carVersionID: "V",
    color: "Rojo",
    vin: "9BGKS48U0NB123456",
    unit: 1,
    special: false,
    price: 1,
    lowestPrice: 1,
  };
  const upstream = await startStandIn({
    "GET /customer/api/reservation/units": { body: { units: [unit] } },
    "POST /customer/api/reservation/hold": { body: hold },
    "POST /customer/api/reservation": { status: 500 },
  });
  onTestFinished(() => upstream.stop());
  const opened = await open("SI", { UPSTREAM_RESERVATION: upstream.url });
  const run = await upToPayment(opened, (await begin(opened.who, String(car!.id))).json());
  const done = await pay(opened, run);
  expect(done).toMatchObject({
    status: "done",
    step: "pending",
    results: { reservationStatus: "Pendiente" },
  });
  // Three tries while the person waited; more in the background.
  const tries = () => upstream.requests.filter(({ path }) => path === "/customer/api/reservation").length;
  await expect.poll(tries).toBeGreaterThan(3);
  expect(new Set(await deliveriesOf(opened.app))).toEqual(
    new Set([
      "lead.incompleteBuyingFlow",
      "lead.buyingFlow",
      "mail to cotizaciones@salazarisrael.example",
      "mail to maria.jose@correo.cl",
      "reservation.reserve",
    ]),
  );
});
