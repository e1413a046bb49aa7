/** The service of reservations, and a provider of payments, that fail while somebody buys a car. */
import assert from "node:assert/strict";
import { startPaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { paymentSettings } from "../../support/payments.ts";
import { startReservations } from "../../support/reservation-upstream.ts";
import { arrive, choose, stateOf } from "./book-and-pay.ts";
import { acceptTerms, fillInPurchase, goToPay, termsOf, usedCars, type Buyer } from "./buy-car.ts";
import { startFaultProxy, type Fault } from "./fault-proxy.ts";
import { createDriver, type Driver } from "./load-driver.ts";
import type { Trial } from "./trial.ts";

const faults: Record<"reservations" | "provider", Fault> = {
  reservations: { kind: "silent" },
  provider: { kind: "slow", bytesPerSecond: 10 },
};

export interface SlowPurchase {
  /** Settings of the server that is tried. */
  env: Record<string, string>;
  kinds: number;
  /** So many buyers come up to each button; what it gives lets them press while it fails, and says the slowest request in milliseconds. */
  prepare(port: number, people: number): Promise<() => Promise<number>>;
}

/** In Chile the reservations fail, in Peru the provider. */
export async function startSlowPurchase(later: Trial["later"]): Promise<SlowPurchase> {
  const upstream = await startReservations({ body: { status: "ok" } });
  later(() => upstream.stop());
  const payments = await startPaymentStandIn({ mode: "development", port: 0 });
  later(() => payments.close());
  const reservations = await startFaultProxy(upstream.port);
  later(() => reservations.close());
  const provider = await startFaultProxy(Number(new URL(payments.url).port));
  later(() => provider.close());
  const { WEBPAY_URL, WEBPAY_CODE, WEBPAY_KEY, ...niubiz } = paymentSettings(payments);

  const driverOf = (brand: string, port: number, people: number): Driver => {
    const driver = createDriver({
      origin: () => `http://127.0.0.1:${port}`,
      brand,
      connections: 6 * people,
      timeout: 30_000,
      form: { flow: "vehicle-purchase", step: "version", answers: () => ({}) },
    });
    later(() => driver.close());
    return driver;
  };
  // One after the other: nothing is to fail yet, on a busy machine either.
  const ready = async (driver: Driver, brand: "CL" | "WI", count: number): Promise<Buyer[]> => {
    const buyers: Buyer[] = [];
    for (const car of await usedCars(brand, count)) buyers.push(await fillInPurchase(driver, brand, car));
    return buyers;
  };
  return {
    env: {
      UPSTREAM_RESERVATION_CL: `http://127.0.0.1:${reservations.port}/`,
      WEBPAY_URL_CL: WEBPAY_URL,
      WEBPAY_CODE_CL: WEBPAY_CODE,
      WEBPAY_KEY_CL: WEBPAY_KEY,
      ...niubiz,
      NIUBIZ_URL: `http://127.0.0.1:${provider.port}/`,
    },
    kinds: Object.keys(faults).length,
    prepare: async (port, people) => {
      const chilean = driverOf("CL", port, people);
      const peruvian = driverOf("WI", port, people);
      const buyers = await ready(chilean, "CL", 2 * people);
      const returns: { buyer: Buyer; fields: Record<string, string> }[] = [];
      for (const buyer of buyers.splice(people)) {
        assert.ok(await goToPay(buyer), "nothing fails yet");
        returns.push({ buyer, fields: await choose(buyer, payments, "approve") });
      }
      const paying = await ready(peruvian, "WI", people);
      for (const buyer of paying) assert.ok(await acceptTerms(buyer), "nobody else wants this car");
      return async () => {
        await reservations.set(faults.reservations);
        await provider.set(faults.provider);
        await Promise.all([
          ...buyers.map((buyer) => isRefused(buyer, "terms", termsOf(buyer.brand))),
          ...paying.map((buyer) => isRefused(buyer, "payment", {})),
          // Who has paid is answered, and stays paid while it is asked for in the background.
          ...returns.map(async ({ buyer, fields }) => {
            const status = await arrive(buyer, fields, "POST");
            assert.ok(status !== undefined && status < 400, `a return is answered: ${status}`);
            const { answers } = await stateOf(buyer);
            assert.equal(answers["contact.email"], buyer.person.email);
          }),
        ]);
        assert.ok(reservations.met[faults.reservations.kind] > 0, "reservations were silent");
        assert.ok(provider.met[faults.provider.kind] > 0, "the provider was slow");
        return Math.max(chilean.slowest(), peruvian.slowest());
      };
    },
  };
}

/** A clear answer, with everything that was answered, and nothing begun that somebody would wait for. */
async function isRefused(
  { driver, person }: Buyer,
  step: string,
  answers: Record<string, unknown>,
): Promise<void> {
  const { outcome, state } = await driver.send(person, answers, step);
  assert.ok("refuse" in outcome, `${step}: ${JSON.stringify(outcome)}`);
  assert.equal(state.wait, undefined, "nobody waits for what did not begin");
  assert.equal(state.answers["contact.email"], person.email, "answers stay");
}
