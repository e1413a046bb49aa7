/** A car is bought over the real server: what differs from a reservation, which it takes all else from. */
import { expect, it } from "vitest";
import { begin, allCars, deliveriesOf, open, pay, upToPayment, type Opened } from "./purchase-parts.ts";

const flow = "vehicle-purchase-v2";

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
    [6, 7, 7, 7, 8].map((step) => [step, "V2"]),
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
  expect(await deliveriesOf(opened.app)).toContain("mail to maria.jose@correo.cl");
  // Nobody can buy or reserve what is sold.
  expect((await opened.who.ask("GET", `/reservation-payment/${car!.id}`)).statusCode).toBe(200);
  const reserving = (await begin(opened.who, "vehicle-reservation", String(car!.id))).json();
  const refused = await opened.product.proceed(reserving, {});
  expect(JSON.stringify(refused.answer.outcome)).toContain("fromAddress.");
});

it("in Peru there is no insurance, and a used car has no plan either", async () => {
  const opened = await open("WI");
  const [car] = await allCars("WI", ({ type }) => type === "used");
  const run = await upToPayment(opened, (await begin(opened.who, flow, String(car!.id))).json(), {
    chosen: [{ "taxesAndProcedures.needed": "no" }],
  });
  const done = await pay(opened, run);
  expect(done).toMatchObject({ step: "done" });
  expect(done.results).toMatchObject({ proceduresText: "", paidCurrency: "USD" });
});
