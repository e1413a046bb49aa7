/** A car is bought over the real server: what differs from a reservation, which it takes all else from. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { begin, allCars, notInMail, open, pay, upToPayment, type Opened } from "./purchase-parts.ts";

const flow = "vehicle-purchase-v2";

const personal = {
  "additionalData.birthDate": "1985-11-21",
  "additionalData.address": "Avenida Ñuñoa 12 Ánimas Sur",
  "additionalData.addressNumber": "1240",
};
const inCash = [{ "appraisal.wants": "no" }, { "financing.wants": "none" }, personal];
const work = {
  "additionalData.work.studies": "superior",
  "additionalData.work.activity": "dependiente",
  "additionalData.work.laborOld": "mas-de-2-anos",
  "additionalData.work.incomeType": "fija",
  "additionalData.work.contractType": "indefinido",
  "additionalData.work.income": 9_500_000,
  "additionalData.work.realState": "no",
  "additionalData.evaluation": true,
};
const credit = {
  "financing.wants": "simulate",
  "financing.type": "convencional",
  "financing.downPayment": 40,
  "financing.dues": "36",
};
const ownCar = {
  "appraisal.wants": "yes",
  "appraisal.plate": "BBBB12",
  "appraisal.year": "2020",
  "appraisal.brand": "KIA",
  "appraisal.model": "RIO",
  "appraisal.version": "KIA-RIO-1-4-LX",
};

/** What a service kept, in order. */
const keptBy = async ({ app }: Opened, service: string): Promise<Record<string, unknown>[]> =>
  (
    await app.store.db.selectFrom("service_records").select("body").where("service", "=", service).execute()
  ).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

const usedCar = async () => {
  const [car] = await allCars(
    "SI",
    ({ type, prices, year }) => type === "used" && year >= 2021 && !prices[0]!.bonuses?.dealerBonusSP,
  );
  return car!;
};

/** What was sent to a call of the leads, in order. */
const leadsOf = async ({ app }: Opened, call: string): Promise<Record<string, unknown>[]> => {
  const all = await app.store.db
    .selectFrom("deliveries")
    .select(["kind", "payload"])
    .orderBy("created_at")
    .execute();
  return all.flatMap(({ payload }) => {
    const { call: to, input } = JSON.parse(payload) as { call?: string; input?: Record<string, unknown> };
    return to === call && input ? [input] : [];
  });
};

it("a used car is bought: procedures are in the total, leads follow each step and end with the whole", async () => {
  const opened = await open();
  const [car] = await allCars(
    "SI",
    ({ type, prices }) => type === "used" && !prices[0]!.bonuses?.dealerBonusSP,
  );
  const run = await upToPayment(opened, (await begin(opened.who, flow, String(car!.id))).json(), {
    chosen: [
      ...inCash,
      { "taxesAndProcedures.needed": "yes" },
      { "insurance.needed": "no" },
      { "maintenance.warranty": "yes" },
    ],
  });
  const done = await pay(opened, run);
  const { listPrice } = car!.prices[0]!;
  const shown = (amount: number): string => `$${amount.toLocaleString("es-CL")}`;
  expect(done).toMatchObject({ step: "done" });
  expect(done.results).toMatchObject({
    reservationStatus: "Pago exitoso",
    agreed: shown(listPrice),
    proceduresText: shown(290_000),
    totalText: shown(listPrice + 290_000),
    left: shown(listPrice + 290_000 - 500_000),
  });
  const warranty = { name: "Garantía extendida", price: 390_000 };
  const partial = await leadsOf(opened, "lead.incompleteBuyingFlow");
  expect(partial.map(({ step, version }) => [step, version])).toEqual(
    [3, 4, 5, 6, 7, 7, 7, 8].map((step) => [step, "V2"]),
  );
  expect(partial.at(-1)).toMatchObject({ isCompleted: false, data: { leadStatus: "Incompleto", warranty } });
  const [complete, ...more] = await leadsOf(opened, "lead.buyingFlow");
  expect(more).toEqual([]);
  expect(complete).toMatchObject({
    flow: "Flujo de Compra 2",
    leadStatus: "Completo",
    warranty,
    reservation: { ammount: 500_000, reservationStatus: "Pago exitoso" },
  });
  // The mail says all that the receipt's page says, of V2 as of V1.
  expect(await notInMail(opened, `/buy-process-v2/${car!.id}/reservado`)).toEqual([]);
  // Nobody can buy or reserve what is sold. A page whose service takes longer than it waits is drawn without that.
  const answered = async () => (await opened.who.ask("GET", `/reservation-payment/${car!.id}`)).statusCode;
  await expect.poll(answered).toBe(410);
  const reserving = (await begin(opened.who, "vehicle-reservation", String(car!.id))).json();
  const refused = await opened.product.proceed(reserving, {});
  expect(JSON.stringify(refused.answer.outcome)).toContain("fromAddress.");
});

it("in Peru there is no insurance, and a used car has no plan either", async () => {
  const opened = await open("WI");
  const [car] = await allCars("WI", ({ type }) => type === "used");
  const run = await upToPayment(opened, (await begin(opened.who, flow, String(car!.id))).json(), {
    chosen: [...inCash, { "taxesAndProcedures.needed": "no" }],
  });
  const done = await pay(opened, run);
  expect(done).toMatchObject({ step: "done" });
  expect(done.results).toMatchObject({ proceduresText: "", paidCurrency: "USD" });
});

it("with a credit and a car in part payment: each amount is the services' own, and the lead says all of it once", async () => {
  const opened = await open();
  const car = await usedCar();
  const run = await upToPayment(opened, (await begin(opened.who, flow, String(car.id))).json(), {
    chosen: [
      { ...ownCar, "appraisal.mileage": "3", "appraisal.accepts": "yes" },
      credit,
      { ...personal, ...work },
      { "evaluation.review": true },
      { "taxesAndProcedures.needed": "yes" },
      { "insurance.needed": "no" },
      { "maintenance.warranty": "no" },
    ],
  });
  const done = await pay(opened, run);
  expect(done).toMatchObject({ step: "done", results: { preApproval: "pre-aprobado", reviewAsked: true } });
  const [asked, ...again] = await keptBy(opened, "financial.preApprobation");
  expect(again).toEqual([]);
  // Income without points, the address without accents and numbers, and all cut to 20 characters.
  expect(asked).toEqual({
    carId: car.id,
    purchaseType: 2,
    initialPayment: 40,
    dues: 36,
    clientRut: "12345678-5",
    clientMail: "maria.jose@correo.cl",
    clientPhone: "987654321",
    clientName: "María José",
    clientLastname: "Núñez Soto",
    region: "Metropolitana de San",
    regionId: "metropolitanaDeSantiago",
    commune: "Santiago",
    educationType: "superior",
    activityType: "dependiente",
    salary: 9_500_000,
    remunerationType: "fija",
    contractType: "indefinido",
    realEstateType: "no",
    laborOld: "mas-de-2-anos",
    address: "Avenida Nunoa Animas",
    addressNumber: "1240",
  });
  // Who asks for a person is heard by those who decide on credits, once.
  const evaluations = await keptBy(opened, "buyingFlow");
  expect(evaluations).toMatchObject([{ identification: "12345678-5", financingNumberOfDues: 36 }]);
  const [complete, ...more] = await leadsOf(opened, "lead.buyingFlow");
  expect(more).toEqual([]);
  const { financing, appraisal, ...rest } = complete as {
    financing: Record<string, number>;
    appraisal: Record<string, number>;
  };
  const { listPrice } = car.prices[0]!;
  expect(financing).toMatchObject({
    selection: 2,
    skipSimulation: false,
    selectedCreditType: "Crédito Convencional",
    purchaseType: 2,
    initialPaymentPercentage: 40,
    dues: 36,
  });
  expect(financing["initialPayment"]).toBeLessThan(listPrice);
  expect(financing["duesValue"]).toBeGreaterThan(0);
  // The last fee takes up what rounding left of the others.
  expect(Math.abs(financing["totalCredit"]! - 36 * financing["duesValue"]!)).toBeLessThan(36);
  expect(appraisal).toMatchObject({
    status: 5,
    isAppraised: true,
    isAccepted: true,
    patent: "BBBB12",
    year: "2020",
  });
  expect(appraisal["suggestedPrice"]).toBeGreaterThan(0);
  expect(rest).toMatchObject({ preapproval: "pre-aprobado", humanReview: true, leadStatus: "Completo" });
  expect(rest).toHaveProperty("preApprovedLeadId");
  expect(await notInMail(opened, `/buy-process-v2/${car.id}/reservado`)).toEqual([]);
  const pesos = (amount: number): string => `$${amount.toLocaleString("es-CL")}`;
  const total = financing["initialPayment"]! + 290_000;
  expect(done.results).toMatchObject({
    downPaymentText: pesos(financing["initialPayment"]!),
    totalText: pesos(total),
    left: pesos(total - 500_000),
    tradeInText: `${pesos(appraisal["suggestedPrice"]!)} referenciales`,
  });
});

it("V1: six steps, the car is valued by its plate, and its lead says which flow it was", async () => {
  const opened = await open();
  const car = await usedCar();
  const tracking = {
    userId: randomUUID(),
    campaign: { utm_source: "diario", utm_campaign: "verano" },
  };
  const about = { flow: "vehicle-purchase", revision: "-", subject: String(car.id), tracking };
  const run = await upToPayment(opened, (await opened.who.ask("POST", "/api/runs", about)).json(), {
    chosen: [
      { ...ownCar, "appraisal.mileage": "50000", "appraisal.accepts": "yes" },
      { "financing.wants": "later" },
    ],
  });
  const done = await pay(opened, run);
  expect(done).toMatchObject({ step: "done", results: { paidFor: "Compra de un auto: pago inicial" } });
  expect(await notInMail(opened, `/buy-process/${car.id}/reservado`)).toEqual([]);
  const [complete] = await leadsOf(opened, "lead.buyingFlow");
  expect(complete).toMatchObject({
    flow: "Flujo de Compra",
    appraisal: { status: 5, suggestedPrice: expect.any(Number) },
    financing: { selection: 3, skipSimulation: true },
    // The campaign that led them here.
    ...tracking.campaign,
  });
  const partial = await leadsOf(opened, "lead.incompleteBuyingFlow");
  expect(partial.map(({ step, version }) => [step, version])).toEqual(
    [3, 4, 5, 6].map((step) => [step, "V1"]),
  );
});
