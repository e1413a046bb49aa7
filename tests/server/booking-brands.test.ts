/**
 * Each brand's own booking, from its own workshops to the confirmed and paid appointment. It is paid over the midnight of
 * its workshop, for an hour that was tomorrow's when the payment began.
 */
import { describe, expect, it, onTestFinished } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { detailsOf } from "../../server/dealers/booking/visit.ts";
import { amountOf } from "../../server/payments/provider.ts";
import { startPaymentStandIn } from "../../server/payments/stand-in/stand-in.ts";
import { openApp, visitor } from "../support/app.ts";
import type { StandIn } from "../support/stand-in.ts";
import { offices } from "./booking-parts.ts";
import { setClock } from "./parts.ts";
import { atTheBank, comeBack, paymentsOf, stateOf } from "./payment-parts.ts";
import { productOf } from "./program-parts.ts";
import { paymentSettings } from "../support/payments.ts";

const brands = [
  ["SI", "Chevrolet", "CHEVROLET", "CHEVROLET-ONIX", "BBBB12", "assessors"],
  ["CO", "Suzuki", "SUZUKI", "SUZUKI-SWIFT", "BBBB12", "assessors"],
  ["PO", "Subaru", "SUBARU", "SUBARU-FORESTER", "BBBB12", "assessors"],
  ["SM", "JAC", "JAC", "JAC-T6", "BBBB12", "operators"],
  ["WI", "Hyundai", "HYUNDAI", "HYUNDAI-TUCSON", "ABC123", "assessors"],
] as const;

describe("each brand's booking", () => {
  it.each(brands)("%s is booked and paid", async (code, make, brandId, model, plate, people) => {
    const isPeru = code === "WI";
    // A Monday, four minutes before midnight in Santiago, or in Lima.
    const clock = setClock(isPeru ? "2026-11-24T04:56:00.000Z" : "2026-11-24T02:56:00.000Z");
    const standIn = await startPaymentStandIn({ mode: "development", port: 0, clock: clock.now });
    onTestFinished(() => standIn.close());
    const app = await openApp({
      clock: clock.now,
      env: {
        ...paymentSettings(standIn),
      },
    });
    const product = productOf(app, undefined as unknown as StandIn, visitor(app, code));
    const host = `${code.toLowerCase()}.localhost:3000`;
    const revision = app.definitions.current(code)!;
    const ask = async <T>(call: string, input: Record<string, unknown>): Promise<T> => {
      const result = await app.services.call({ revision, call: `appointment.${call}`, input, key: call });
      expect(result.ok).toBe(true);
      return (result as { data: unknown }).data as T;
    };
    const workshop = offices[code];
    const hired = await ask<{ id: string }[]>("people", { people, workshopId: workshop, brandId });
    const city = isPeru ? "Lima" : undefined;
    const cities = city
      ? []
      : await app.services
          .call({
            revision,
            call: "customerBranchOffice.cities",
            input: { service: "1" },
            key: "cities",
          })
          .then((result) =>
            (result as unknown as { data: { value: string }[] }).data.map(({ value }) => value),
          );
    const found: string[] = [];
    for (const one of city ? [city] : cities) {
      const here = await ask<{ id: string }[]>("branches", { brandId, city: one, service: "1" });
      if (here.some(({ id }) => id === workshop)) found.push(one);
    }
    const personId = hired[0]!.id;
    const startDate = "2026-11-24";
    const days = await ask<{ date: string; freeSlots: { startTime: string }[] }[]>("peopleDays", {
      people,
      workshopId: workshop,
      startDate,
      personId,
      brandId,
      hours: 2,
    });
    const first = days.find(({ freeSlots }) => freeSlots.length > 0)!;
    const steps: Record<string, unknown>[] = [
      { "service.chosen": "1" },
      {
        "vehicle.search": "plate",
        "vehicle.car.plate": plate,
        "vehicle.car.brand": make,
        "vehicle.car.model": model,
        "vehicle.car.year": "2020",
        "vehicle.car.mileage": 52_000,
      },
      { "maintenance.priced": "50000" },
      {
        "appointment.city": found[0],
        "appointment.branch": workshop,
        "appointment.adviser": personId,
        "appointment.date": first.date,
        "appointment.time": first.freeSlots[0]!.startTime,
      },
      {
        "contact.identity": isPeru ? "45678912" : "12345678-5",
        "contact.name": "María",
        "contact.lastName": "Soto",
        "contact.phone": "987654321",
        "contact.email": "maria@correo.cl",
      },
      { "payment.terms": true },
    ];
    let run: RunState = await product.begin("service-booking");
    for (const answers of steps) {
      const { answer, status } = await product.proceed(run, answers);
      expect([status, answer.outcome]).toMatchObject([200, {}]);
      run = answer.state;
    }
    const page = run.wait!.page!;
    const fields = await atTheBank({ product, standIn, clock, host }, page, "approve");
    clock.pass(8 * 60);
    await comeBack(app, page, fields, "POST", host);
    const done = await stateOf(product, run);
    expect([done.step, done.status, done.results["alsoPaid"]]).toEqual(["summary", "done", " y pago"]);
    const [payment, ...more] = await paymentsOf(app);
    expect([payment!.state, more, standIn.ledger.all().map(({ taken }) => taken)]).toEqual([
      "accepted",
      [],
      [amountOf(payment!)],
    ]);
    const [booked, ...others] = await app.store.db.selectFrom("appointments").selectAll().execute();
    expect(others).toEqual([]);
    expect(booked).toMatchObject({
      brand: code,
      state: "booked",
      workshop,
      person: personId,
      day: first.date,
      time: first.freeSlots[0]!.startTime,
    });
    const body = detailsOf(booked!).body;
    expect(body["paymentId"]).toBe(payment!.order_number);
    expect(body["operatorId"]).toBe(people === "operators" ? personId : undefined);
    // It was tomorrow, and is today now.
    expect(first.date).toBe("2026-11-24");
  });
});
