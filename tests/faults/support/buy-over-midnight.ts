/** Persons who buy a car and pay for it while the day changes, or the clock: before the payment, in it, and after a card that was refused. */
import assert from "node:assert/strict";
import type { PaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { until } from "../../support/until.ts";
import { arrive, choose, stateOf, type PayingBrand } from "./book-and-pay.ts";
import { acceptTerms, fillInPurchase, goToPay, type Buyer } from "./buy-car.ts";
import type { Change } from "./changes-of-day.ts";
import { createDriver, type Driver } from "./load-driver.ts";
import type { Served } from "./served.ts";
import type { Trial } from "./trial.ts";

/** What somebody does when the day changes: their card is then good, or refused and the next one good. */
const doings = ["accepting", "paying", "refused"] as const;

interface Staying {
  doing: (typeof doings)[number];
  buyer: Buyer;
  /** All that was answered before it. */
  answers: Record<string, unknown>;
  /** What the provider sends them back with. */
  fields: Record<string, string>;
}

interface Scene {
  app: Served;
  standIn: PaymentStandIn;
  /** Cars that nobody has bought yet, of each brand. */
  cars: Record<PayingBrand, string[]>;
  later: Trial["later"];
}

/** What is done on both sides of a change. */
export interface Beside {
  before(): Promise<void>;
  after(): Promise<void>;
}

/** After the change: who has not paid does, and each has the car, with the day of the brand's zone on the receipt. */
async function finish(standIn: PaymentStandIn, one: Staying, { what, before, after }: Change): Promise<void> {
  const { buyer, doing, answers, fields } = one;
  const { person } = buyer;
  const kept = await stateOf(buyer);
  assert.deepEqual(kept.answers, answers, `${what}: nothing is lost`);
  assert.equal(kept.wait !== undefined, doing !== "accepting", `${what}: who pays is still paying`);
  if (doing !== "accepting") await arrive(buyer, fields, "POST");
  if (doing === "refused") {
    await until(
      async () => (await stateOf(buyer)).wait === undefined,
      () => "whose card was refused is kept waiting",
    );
    const state = await stateOf(buyer);
    assert.deepEqual([state.status, state.step, state.answers], ["open", "payment", answers]);
    person.version = state.version;
  }
  if (doing !== "paying") {
    assert.ok(await goToPay(buyer), `${what}: the car is still theirs`);
    await arrive(buyer, await choose(buyer, standIn, "approve"), "GET");
  }
  await until(
    async () => (await stateOf(buyer)).status === "done",
    () => `${what}: who has paid is not told so`,
  );
  const { step, results } = await stateOf(buyer);
  assert.equal(step, "done", `${what}: what is paid for is reserved`);
  // Whose card was charged before the change has paid on that day, whenever they come back.
  const day = doing === "paying" ? before : after;
  assert.equal(results["paidOn"], day, `${what}: the day of the brand's zone`);
  // Seven days are as many by the calendar, whatever the clock did.
  const last = new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10);
  assert.equal(results["keptUntil"], last, `${what}: the last day to sign`);
}

/** So many of each kind of person, over a change that is made by whoever calls. */
export function buyOver({ app, standIn, cars, later }: Scene, change: Change, each: number): Beside {
  const { brand } = change;
  const people: Staying[] = [];
  const join = async (driver: Driver, doing: Staying["doing"]): Promise<Staying> => {
    const buyer = await fillInPurchase(driver, brand, cars[brand].shift()!);
    assert.ok(await acceptTerms(buyer), "nobody else wants this car");
    let fields = {};
    if (doing !== "accepting") {
      assert.ok(await goToPay(buyer), "the car is theirs");
      fields = await choose(buyer, standIn, doing === "paying" ? "approve" : "reject");
    }
    return { doing, buyer, fields, answers: (await stateOf(buyer)).answers };
  };
  return {
    before: async () => {
      const driver = createDriver({
        origin: () => `http://127.0.0.1:${app.port}`,
        brand,
        form: { flow: "vehicle-purchase", step: "version", answers: () => ({}) },
      });
      later(() => driver.close());
      for (const doing of doings) for (let at = 0; at < each; at += 1) people.push(await join(driver, doing));
    },
    after: async () => {
      for (const one of people) await finish(standIn, one, change);
    },
  };
}

/** How many each change has. */
export const buyersOver = (each: number): number => doings.length * each;
