/** The hours of a workshop that are free now, as the booking's own service tells them. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { workshopOf, type Hour, type PayingBrand } from "./book-and-pay.ts";
import type { Served } from "./served.ts";

/** Whose cars these persons book. */
const makes: Record<PayingBrand, string> = { SI: "CHEVROLET", WI: "HYUNDAI" };

/** Of one adviser, from today on, in the order in which they come. */
export async function freeHours(app: Served, brand: PayingBrand, adviser: string): Promise<Hour[]> {
  const input = {
    people: "assessors",
    workshopId: workshopOf(brand),
    startDate: app.now().toISOString().slice(0, 10),
    personId: adviser,
    brandId: makes[brand],
  };
  const revision = app.definitions.current(brand)!;
  const result = await app.services.call({
    revision,
    call: "appointment.peopleDays",
    input,
    key: randomUUID(),
  });
  assert.ok(result.ok, "free hours");
  const days = result.data as { date: string; freeSlots: { startTime: string }[] }[];
  return days.flatMap(({ date, freeSlots }) =>
    freeSlots.map(({ startTime }) => ({ adviser, day: date, time: startTime })),
  );
}
