/** Each call of a purchase as the embedded services answer it; upstream-calls.test.ts sends the same ones to an upstream. */
import { expect, test } from "vitest";
import type { StockCar } from "../../server/dealers/reference/types.ts";
import { openCatalogue } from "./catalogue-parts.ts";
import { purchaseCases } from "./purchase-cases.ts";
import { allCars } from "./purchase-parts.ts";

type Catalogue = Awaited<ReturnType<typeof openCatalogue>>;

/** Somebody pays for one of a car with the order of the rows: its chassis. */
async function pays({ callNamed }: Catalogue, { id, dps }: StockCar): Promise<string> {
  const carId = String(id);
  const asked = { carId, ...(dps ? { special: true } : {}) };
  const { data } = await callNamed("reservation.units", asked);
  const [unit] = (data as { units: { id: string; vin: string }[] }).units;
  const wish = { carId, unit: unit!.id };
  const { token } = (await callNamed("reservation.hold", wish, "key-2")).data as { token: string };
  await callNamed("reservation.hold", { ...wish, token, paymentId: "t-1" }, "key-3");
  return unit!.vin;
}

/** Of a row that takes a car, the car that is there. */
const toTake: Record<string, (catalogue: Catalogue) => Promise<object>> = {
  "reservation.reserve": async (catalogue) => {
    const [car] = await allCars("SI", ({ type }) => type === "used");
    await pays(catalogue, car!);
    return { patent: car!.plate };
  },
  "buyingFlow.reserveSpecial": async (catalogue) => {
    const [car] = await allCars("SI", ({ dps }) => (dps?.units ?? 0) > 0);
    return { chassisNumber: await pays(catalogue, car!) };
  },
};

test.each(purchaseCases)("$sends ($call)", async ({ call, brand = "SI", input = {}, answers }) => {
  const catalogue = await openCatalogue(brand);
  const { ok, data } = await catalogue.callNamed(call, { ...input, ...(await toTake[call]?.(catalogue)) });
  expect({ ok, data }).toMatchObject({ ok: true, data: answers });
});
