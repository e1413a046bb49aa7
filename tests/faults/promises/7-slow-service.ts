import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { CurrentAnswer } from "../../../schemas/engine/all.ts";
import { startFaultProxy, type Fault } from "../support/fault-proxy.ts";
import { createDriver, type Driver, type Person, type Told } from "../support/load-driver.ts";
import { openServed } from "../support/served.ts";
import { startSlowBooking } from "../support/slow-booking.ts";
import { startSlowPurchase } from "../support/slow-purchase.ts";
import { count, type PromiseTrial } from "../support/trial.ts";
import { startUpstream } from "../support/upstream.ts";

/** Milliseconds. */
const longest = 10_000;
/** After which a service that failed for many is asked again; nobody would meet its next fault before. */
const leftAlone = 5_500;

// A brand for each, so that they are tried at the same time.
const faults: Record<string, Fault[]> = {
  SI: [{ kind: "silent" }],
  CO: [{ kind: "slow", latency: 30_000 }],
  PO: [{ kind: "slow", bytesPerSecond: 10 }],
  SM: [{ kind: "garbled" }, { kind: "garbled", keepHead: true }],
  CL: [{ kind: "cut", after: 20 }, { kind: "cut", after: 160 }, { kind: "lost" }],
};

interface Failed {
  outcome?: { failure?: boolean };
}

/** All that people ask for, at the same time: the page, a list, and the button, with a list that is looked up again. */
async function passThrough(driver: Driver): Promise<void> {
  const [person, other] = [await driver.begin(), await driver.begin()];
  const { body } = await driver.ask<CurrentAnswer>(person, "GET", "/api/runs?flow=contact");
  const asked = {
    revision: body.run!.revision,
    flow: "contact",
    data: "branches",
    // Not what the button looks up at the same time: equal questions share one answer.
    inputs: { city: "Temuco" },
  };
  const press = async (who: Person, changes = {}): Promise<Told<Failed>> => {
    const { path, body: text, headers } = driver.press(who, changes);
    return await driver.ask<Failed>(who, "POST", path, text, headers);
  };
  const [page, data, withList, without] = await Promise.all([
    driver.ask(undefined, "GET", "/contacto"),
    driver.ask(person, "POST", "/api/data", asked),
    press(person, { "request.city": "Santiago" }),
    press(other),
  ]);
  assert.equal(page.status, 200, "the page is there without its services");
  assert.equal(data.status, 200, "a list that cannot be had says so");
  assert.ok(withList.status < 500, `a clear answer, not ${withList.status}`);
  assert.equal(without.body.outcome?.failure, true, `a failure is said: ${JSON.stringify(without.body)}`);
}

export const slowService: PromiseTrial = {
  number: 7,
  promise: "A slow or garbled service: no request over 10 s",
  run: async ({ long, later }) => {
    const people = long ? 20 : 1;
    const upstream = await startUpstream();
    later(() => upstream.stop());
    const brands = Object.keys(faults);
    const proxies = await Promise.all(brands.map(() => startFaultProxy(upstream.port)));
    later(() => Promise.all(proxies.map((proxy) => proxy.close())));
    const env = brands.flatMap((brand, index) =>
      ["CLIENT_SERVICE", "BRANCH_OFFICE", "CRM"].map((service) => [
        `UPSTREAM_${service}_${brand}`,
        `http://127.0.0.1:${proxies[index]!.port}`,
      ]),
    );
    const booking = await startSlowBooking(later);
    const purchase = await startSlowPurchase(later);
    const app = await openServed({
      later,
      env: {
        ...(Object.fromEntries(env) as Record<string, string>),
        ...booking.env,
        ...purchase.env,
        LIMIT_FACTOR: "100",
      },
    });
    const pressPurchase = await purchase.prepare(app.port, people);
    const slowest = await Promise.all([
      pressPurchase(),
      ...brands.map(async (brand, index) => {
        const driver = createDriver({
          origin: () => `http://127.0.0.1:${app.port}`,
          brand,
          // Nobody waits for somebody else's connection.
          connections: 6 * people,
          timeout: 3 * longest,
        });
        later(() => driver.close());
        for (const [position, fault] of faults[brand]!.entries()) {
          if (position > 0) await wait(leftAlone);
          await proxies[index]!.set(fault);
          await Promise.all(Array.from({ length: people }, () => passThrough(driver)));
          assert.ok(proxies[index]!.met[fault.kind] > 0, `the service was ${fault.kind} for ${brand}`);
        }
        await booking.passThrough(brand, driver, people);
        return driver.slowest();
      }),
    ]);
    const most = Math.max(...slowest);
    // The short form stands among other tests, on a machine that they keep busy: only that nobody waits for a service is seen there.
    assert.ok(most < (long ? longest : 3 * longest), `a request took ${Math.round(most)} ms`);
    const kinds = Object.values(faults).flat().length;
    return {
      done: `${kinds} ways of failing (silent, 30 s late, 10 bytes a second, garbled, cut off, answers lost) before all services, and ${booking.kinds} before workshops and providers of payments, ${purchase.kinds} before reservations and a provider while cars are bought; ${count(people)} persons each through page, lists and button, through the booking, and at each button of the purchase`,
      figure: `slowest of all requests ${(most / 1000).toFixed(1)} s`,
    };
  },
};
