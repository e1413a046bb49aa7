/** The program of the booking over the real server, with stand-ins for its services. */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { plainWords, type Outcome } from "../../schemas/engine/all.ts";
import { bookingBase as base } from "../support/booking-upstream.ts";
import { startStandIn } from "../support/stand-in.ts";
import { until } from "../support/until.ts";
import { amountOf } from "../../server/payments/provider.ts";
import { startPaymentStandIn } from "../../server/payments/stand-in/stand-in.ts";
import { atTheBank, comeBack, stateOf } from "./payment-parts.ts";
import { setClock } from "./parts.ts";
import type { Product } from "./program-parts.ts";
import { appointment, car, changes, contact, open, sent, through } from "./service-booking-parts.ts";

/** The appointments that are taken away in the background, by how far that is. */
async function removed(product: Product): Promise<Record<string, string[]>> {
  const calls = (await product.rows("deliveries")).flatMap(({ kind, state, payload }): [string, string][] => {
    const { call, input } = JSON.parse(String(payload)) as { call: string; input: { appointmentId: string } };
    return kind === "call" && call === "appointment.cancelLater"
      ? [[String(state), input.appointmentId]]
      : [];
  });
  const byState = Object.groupBy(calls, ([state]) => state);
  return Object.fromEntries(
    Object.entries(byState).map(([state, of]) => [state, of!.map(([, id]) => id).toSorted()]),
  );
}

/** What `until` waits for: they are as far as that. */
function removals(product: Product, wanted: Record<string, string[]>): Parameters<typeof until> {
  let found: Record<string, string[]> = {};
  return [
    async () => isDeepStrictEqual((found = await removed(product)), wanted),
    () => JSON.stringify(found),
  ];
}

describe("the program of the service booking", () => {
  it("asks before an earlier appointment of the plate goes; no clears the plate", async () => {
    const product = await open({}, [{ id: "p9" }]);
    const { answer } = await through(product, car);
    const { title, body } = answer.outcome as Extract<Outcome, { dialog: string }>;
    expect(plainWords(title)).toBe("¡Atención!");
    expect(plainWords(body!)).toContain("Ya tiene agendamiento para la patente BBBB12.");
    const dialog = { id: "previousAppointment", button: "cancel" };
    const { answer: closed } = await product.proceed(answer.state, {}, { dialog });
    expect(closed.outcome).toMatchObject({ close: expect.arrayContaining(["vehicle.car.plate"]) });
    expect(sent(product)).toEqual([]);
  });

  it("books, and takes each earlier appointment away once, though one of them fails at first", async () => {
    const clock = setClock("2026-11-23T15:00:00.000Z");
    const earlier = ["p9", "p8", "p7", "p6", "p5", "p8"];
    const previous = earlier.map((id) => ({ id }));
    const product = await open({}, previous, {}, "SI", undefined, clock.now);
    let isFailing = true;
    // One cannot be taken away yet, one is gone already.
    product.upstream.set("DELETE /customer/api/appointment", ({ query: { appointmentId } }) => ({
      status: appointmentId === "p7" && isFailing ? 503 : appointmentId === "p6" ? 404 : 200,
      body: {},
    }));
    const { answer } = await through(product, car, appointment, { ...contact, "contact.terms": true });
    expect(answer.outcome).toEqual({ go: "summary" });
    const [booking, newest] = sent(product);
    expect([booking, newest]).toEqual([
      [
        "POST",
        expect.objectContaining({
          workshopId: "w1",
          comments: "Frena mal · Diagnóstico",
          mileage: 52_000,
          contactName: "María Soto",
          serviceId: 1,
          carBrand: "Chevrolet",
          carModel: "Onix",
          carYear: 2020,
          clientRut: "12345678-5",
          schedulingInQuiter: true,
          plannedData: { receptionistId: "a1", plannedDate: "2099-11-24", plannedTime: "09:00:00" },
          assessorName: "Rosa Díaz",
          source: "web",
          replacesAppointmentIds: earlier,
        }),
      ],
      ["DELETE", { appointmentId: "p9" }],
    ]);
    await until(...removals(product, { delivered: ["p5", "p6", "p8"], queued: ["p7"] }));
    isFailing = false;
    clock.pass(3600);
    await until(...removals(product, { delivered: ["p5", "p6", "p7", "p8"] }));
    expect(
      sent(product)
        .slice(1)
        .map((one) => (one as [string, { appointmentId: string }])[1].appointmentId)
        .toSorted(),
    ).toEqual(["p5", "p6", "p7", "p7", "p8", "p9"]);
  });

  it("leaves all of them to the background where the newest cannot be taken away at once", async () => {
    const clock = setClock("2026-11-23T15:00:00.000Z");
    const product = await open({}, [{ id: "p9" }, { id: "p8" }], {}, "SI", undefined, clock.now);
    product.upstream.set("DELETE /customer/api/appointment", { status: 503 });
    const { answer } = await through(product, car, appointment, { ...contact, "contact.terms": true });
    expect(answer.outcome).toEqual({ go: "summary" });
    await until(...removals(product, { queued: ["p8", "p9"] }));
    product.upstream.set("DELETE /customer/api/appointment", { body: {} });
    clock.pass(3600);
    await until(...removals(product, { delivered: ["p8", "p9"] }));
  });

  it.each([
    ["the service itself ends them", 200, { replaced: true }, { go: "summary" }],
    ["the new one is not confirmed", 400, {}, { redirect: "/306", failure: true }],
  ])("takes no earlier appointment away where %s", async (_, status, body, outcome) => {
    const product = await open({}, [{ id: "p9" }, { id: "p8" }]);
    product.upstream.set(`POST ${base}`, { status, body });
    const { answer } = await through(product, car, appointment, { ...contact, "contact.terms": true });
    expect(answer.outcome).toMatchObject(outcome);
    expect(sent(product)).toEqual([["POST", expect.anything()]]);
    expect(await removed(product)).toEqual({});
  });

  it("sends no appointment where the service is not scheduled", async () => {
    const product = await open({ activateSchedulingInQuiter: false });
    const { "appointment.city": city, "appointment.branch": branch } = appointment;
    const place = {
      "appointment.city": city,
      "appointment.branch": branch,
      "appointment.description": "Frena mal",
    };
    const { answer } = await through(product, car, place, { ...contact, "contact.terms": true });
    expect(answer.outcome).toEqual({ go: "requested" });
    const [[, body]] = sent(product) as [[string, Record<string, unknown>]];
    expect(body).not.toHaveProperty("plannedData");
  });

  it("takes another model and no preference where the lists do not help", async () => {
    const product = await open();
    product.upstream.set(`GET ${base}/model-v2`, { status: 500 });
    const other = { ...car, "vehicle.car.model": "other" };
    const anyone = { ...appointment, "appointment.adviser": "any" };
    const { answer } = await through(product, other, anyone, { ...contact, "contact.terms": true });
    expect(answer.outcome).toEqual({ go: "summary" });
    const [[, body]] = sent(product) as [[string, unknown]];
    expect(body).toMatchObject({
      carModel: "OTRO MODELO",
      plannedData: { receptionistId: "a1" },
      assessorName: "Sin Preferencia",
    });
  });

  it.each([
    ["SI", "assessors", { receptionistsId: "a1", brandId: "b1" }, {}],
    ["SM", "operators", { operatorId: "o1", hours: "2.5" }, { operatorId: "o1" }],
  ])("%s asks for %s, and says for how long", async (brand, people, asked, told) => {
    const product = await open({ hours: 2.5 }, [], {}, brand);
    const anyone = { ...appointment, "appointment.adviser": "any" };
    const { answer } = await through(product, car, anyone, { ...contact, "contact.terms": true });
    expect(answer.outcome).toEqual({ go: "summary" });
    const at = (path: string) => product.upstream.requests.filter((one) => one.path === `${base}/${path}`);
    const other = people === "operators" ? "assessors" : "operators";
    expect([at(other), at(`${other}/free-slots`)]).toEqual([[], []]);
    const { startDate, ...query } = at(`${people}/free-slots`)[0]!.query;
    expect(startDate).toMatch(/^2\d{3}-/);
    expect(query).toEqual({ workshopId: "w1", ...asked });
    const receptionistId = people === "operators" ? "o1" : "a1";
    const [[, body]] = sent(product) as [[string, Record<string, unknown>]];
    expect(body["plannedData"]).toEqual({
      receptionistId,
      plannedDate: "2099-11-24",
      plannedTime: "09:00:00",
      plannedHours: 2.5,
    });
    expect(body).toMatchObject({ assessorName: "Sin Preferencia", ...told });
    expect(Object.hasOwn(body, "operatorId")).toBe(people === "operators");
  });

  it("refuses a day on which the service is not done", async () => {
    const product = await open({ availableDays: ["monday"] });
    const { answer } = await through(product, car, appointment);
    const { refuse } = answer.outcome as Extract<Outcome, { refuse: unknown }>;
    expect(refuse.map(({ path, code }) => [path, code])).toContainEqual(["appointment.date", "notOffered"]);
  });

  it("looks for the category without a version where none is asked", async () => {
    const product = await open({ isMajorService: false });
    product.upstream.set(`GET ${base}/quiter-id`, { body: { quiterId: "q1" } });
    product.upstream.set("GET /catalog/api/car", { body: { carCategoryType: { slug: "sedan" } } });
    product.upstream.set(`GET ${base}/filter/postsale-services`, {
      body: [{ name: "Frenos", webPrice: 10_000 }],
    });
    const { answer } = await through(product, car);
    const asked = product.upstream.requests.find(({ path }) => path.endsWith("/quiter-id"));
    expect(asked?.query).toEqual({ modelId: "m1" });
    expect(answer.outcome).toEqual({ go: "specificServices" });
  });

  it("books what is paid once it is, and holds the hour meanwhile", async () => {
    const standIn = await startPaymentStandIn({ mode: "development", port: 0 });
    onTestFinished(() => standIn.close());
    const webpay = { WEBPAY_URL: standIn.url, WEBPAY_CODE: "597055555532", WEBPAY_KEY: "key" };
    const earlier = ["p9", "p8", "p7", "p6"].map((id) => ({ id }));
    const product = await open({ needsMaintenance: true, onlineDiscount: 10 }, earlier, webpay);
    const booked = () => changes(product).filter(({ method }) => method === "POST");
    const paths = (): string[] => booked().map(({ path }) => path.slice(base.length));
    const maintenance = { "maintenance.priced": "50000" };
    const reply = await through(product, car, maintenance, appointment, contact);
    expect(reply.answer.outcome).toEqual({ go: "payment" });
    // Rejected, paid again, and then booked.
    let run = reply.answer.state;
    for (const choice of ["reject", "approve"] as const) {
      const begun = await product.proceed(run, { "payment.terms": true });
      expect(Object.keys(begun.answer.outcome)).toEqual(["wait"]);
      const page = begun.answer.state.wait!.page!;
      const paying = { product, standIn, clock: undefined as never };
      await comeBack(product.app, page, await atTheBank(paying, page, choice));
      run = await stateOf(product, begun.answer.state);
      expect(run.results["paymentStatus"]).toBe(choice === "approve" ? "accepted" : "rejected");
    }
    expect(paths()).toEqual(["/hold", "/release", "/hold", ""]);
    expect([run.step, run.status]).toEqual(["summary", "done"]);
    // 10 percent off 99,990, rounded down.
    expect(standIn.ledger.all().map(({ amount, taken }) => [amount, taken])).toEqual([
      [89_991, 0],
      [89_991, 89_991],
    ]);
    const body = booked().at(-1)!.body as Record<string, unknown>;
    expect(body["paymentId"]).toBe(run.results["orderNumber"]);
    expect(body["paymentInfo"]).toContain("Monto: 89991 CLP · Orden: ");
    await until(...removals(product, { delivered: ["p6", "p7", "p8"] }));
  });

  it("says so where the rate is gone that soles are paid by, and dollars are paid", async () => {
    const standIn = await startPaymentStandIn({ mode: "development", port: 0 });
    const rates = await startStandIn({
      "GET /customer/api/financial/exchange": {
        body: { statusCode: 200, data: { currency: "PEN", rate: 3.75, date: "2026-11-26" } },
      },
    });
    onTestFinished(async () => {
      await Promise.all([standIn.close(), rates.stop()]);
    });
    const niubiz = {
      UPSTREAM_FINANCIAL: `${rates.url}/`,
      NIUBIZ_URL: standIn.url,
      NIUBIZ_SCRIPT_URL: new URL("checkout.js", standIn.url).href,
      NIUBIZ_USER: "user",
      NIUBIZ_PASSWORD: "password",
      NIUBIZ_MERCHANT_USD: "1-usd",
      NIUBIZ_MERCHANT_PEN: "1-pen",
    };
    const product = await open({ needsMaintenance: true }, [], niubiz, "WI");
    const peruvian = { ...car, "vehicle.car.plate": "ABC123" };
    const person = { ...contact, "contact.identity": "45678912" };
    const reply = await through(product, peruvian, { "maintenance.priced": "50000" }, appointment, person);
    expect(reply.answer.outcome).toEqual({ go: "payment" });
    rates.set("GET /customer/api/financial/exchange", { status: 500 });
    const run = reply.answer.state;
    const soles = await product.proceed(run, { "payment.terms": true, "payment.inSecond": true });
    expect([soles.status, soles.problem]).toMatchObject([
      422,
      {
        error: "hidden-value",
        message:
          "Algo cambió mientras respondías, y esto ya no se pregunta: «Pagar en soles». Revisa lo que ves ahora y sigue.",
        queries: ["exchange"],
      },
    ]);
    expect(sent(product)).toEqual([]);
    const dollars = await product.proceed(run, { "payment.terms": true });
    expect(dollars.answer.outcome).toHaveProperty("wait");
    const payments = await product.app.store.db.selectFrom("payments").selectAll().execute();
    expect(payments.map((payment) => [payment.currency, amountOf(payment)])).toEqual([["USD", 100]]);
  });

  it("takes no hour, and no money, where nobody can be paid", async () => {
    const product = await open({ needsMaintenance: true });
    const maintenance = { "maintenance.priced": "50000" };
    const reply = await through(product, car, maintenance, appointment, contact);
    const paid = await product.proceed(reply.answer.state, { "payment.terms": true });
    expect(paid.answer.outcome).toHaveProperty("refuse");
    expect(sent(product)).toEqual([]);
  });

  it("does not go on without the service's own data, nor after a failed booking", async () => {
    const product = await open();
    product.upstream.set("GET /content/service-template", { status: 500 });
    expect((await through(product)).answer.outcome).toHaveProperty("refuse");
    const failing = await open();
    failing.upstream.set(`POST ${base}`, { status: 400 });
    const { answer } = await through(failing, car, appointment, { ...contact, "contact.terms": true });
    expect(answer.outcome).toMatchObject({ redirect: "/306", failure: true });
  });
});
