/** The services of the booking, and the providers of its payments, that fail while people press its buttons. */
import assert from "node:assert/strict";
import { startPaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { carAnswers, dayAfter, hourAnswers, startBookingUpstream } from "../../support/booking-upstream.ts";
import { beginBooking, contactOf, goThrough, press, type Booker } from "./booker.ts";
import { startFaultProxy, type Fault, type FaultProxy } from "./fault-proxy.ts";
import type { Driver } from "./load-driver.ts";
import type { Trial } from "./trial.ts";

/** By brand: before the workshops' services, or before the provider, and how it fails. */
const faults: Record<string, { before: "services" | "provider"; fault: Fault }> = {
  SI: { before: "services", fault: { kind: "silent" } },
  CO: { before: "services", fault: { kind: "slow", bytesPerSecond: 10 } },
  PO: { before: "provider", fault: { kind: "silent" } },
  SM: { before: "provider", fault: { kind: "garbled", keepHead: true } },
};

export interface SlowBooking {
  /** Settings of the server that is tried. */
  env: Record<string, string>;
  kinds: number;
  /** So many persons of each brand fill in, and press while it fails: nobody is left without an answer. */
  passThrough(brand: string, driver: Driver, people: number): Promise<void>;
}

/** Starts what stands for the services and the provider, each brand's behind a proxy of its own. */
export async function startSlowBooking(later: Trial["later"]): Promise<SlowBooking> {
  const upstream = await startBookingUpstream();
  later(() => upstream.standIn.stop());
  const payments = await startPaymentStandIn({ mode: "development", port: 0 });
  later(() => payments.close());
  const env: Record<string, string> = {};
  const proxies: Record<string, FaultProxy> = {};
  for (const [brand, { before }] of Object.entries(faults)) {
    const url = before === "services" ? upstream.standIn.url : payments.url;
    const proxy = await startFaultProxy(Number(new URL(url).port));
    later(() => proxy.close());
    proxies[brand] = proxy;
    const own = `http://127.0.0.1:${proxy.port}/`;
    for (const [name, address] of Object.entries(upstream.env)) {
      env[`${name}_${brand}`] = before === "services" ? own : address;
    }
    env[`WEBPAY_URL_${brand}`] = before === "provider" ? own : payments.url;
    env[`WEBPAY_CODE_${brand}`] = "597055555532";
    env[`WEBPAY_KEY_${brand}`] = "key";
  }
  return {
    env,
    kinds: Object.keys(faults).length,
    passThrough: async (brand, driver, people) => {
      const given = faults[brand];
      if (!given) return;
      const isPaid = given.before === "provider";
      const bookers = await Promise.all(
        Array.from({ length: people }, async () => await ready(driver, isPaid)),
      );
      const proxy = proxies[brand]!;
      await proxy.set(given.fault);
      await Promise.all(bookers.map(async (booker) => await pressFailing(driver, booker, isPaid)));
      assert.ok(proxy.met[given.fault.kind] > 0, `${brand}: what was asked was ${given.fault.kind}`);
    },
  };
}

async function ready(driver: Driver, isPaid: boolean): Promise<Booker> {
  const booker = await beginBooking(driver);
  await goThrough(driver, booker, {
    service: { "service.chosen": isPaid ? "1" : "3" },
    vehicle: carAnswers,
    ...(isPaid && { maintenance: { "maintenance.priced": "50000" } }),
    appointment: hourAnswers(dayAfter(2)),
    ...(isPaid && { contact: contactOf(booker) }),
  });
  return booker;
}

/** A clear answer, with everything that was answered: that it cannot be done now, or the page of a failure. */
async function pressFailing(driver: Driver, booker: Booker, isPaid: boolean): Promise<void> {
  const { outcome, state } = isPaid
    ? await press(driver, booker, "payment", { "payment.terms": true })
    : await press(driver, booker, "contact", { ...contactOf(booker), "contact.terms": true });
  assert.ok("refuse" in outcome || "redirect" in outcome, JSON.stringify(outcome));
  assert.equal(state.wait, undefined, "nobody waits for what did not begin");
  for (const [path, value] of Object.entries(booker.answers)) assert.equal(state.answers[path], value, path);
}
