import assert from "node:assert/strict";
import { amountOf } from "../../../server/payments/provider.ts";
import { startPaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { bookOver, emptyCounts } from "../support/book-over-midnight.ts";
import { buyersOver, buyOver } from "../support/buy-over-midnight.ts";
import { usedCars } from "../support/buy-car.ts";
import { changes } from "../support/changes-of-day.ts";
import { openServed } from "../support/served.ts";
import { count, type PromiseTrial } from "../support/trial.ts";
import { sumOf } from "../support/two-servers.ts";
import { isWithinCapacity } from "../support/working-hours.ts";
import { paymentSettings } from "../../support/payments.ts";

export const changeOfDay: PromiseTrial = {
  number: 9,
  promise: "Change of day and of daylight saving keep the answers and a payment under way",
  run: async ({ long, later, say }) => {
    let now = (): Date => new Date();
    const standIn = await startPaymentStandIn({ mode: "development", port: 0, clock: () => now() });
    later(() => standIn.close());
    const app = await openServed({
      later,
      env: {
        LIMIT_FACTOR: "100000",
        ...paymentSettings(standIn),
      },
    });
    now = app.now;
    const counts = emptyCounts();
    // In short, one of each brand whose tomorrow comes.
    const tried = long ? changes : changes.filter(({ what }) => /^midnight$|of a working day/.test(what));
    const cars = { SI: await usedCars("SI", Infinity), WI: await usedCars("WI", Infinity) };
    const buying = long ? 4 : 1;
    const buyers = tried.length * buyersOver(buying);
    for (const change of tried) {
      const beside = buyOver({ app, standIn, cars, later }, change, buying);
      await bookOver({ app, standIn, counts }, change, long ? 6 : 1, beside);
      say(`${change.what}: ${counts.people} persons so far`);
    }

    const payments = await app.store.db.selectFrom("payments").selectAll().execute();
    const accepted = payments.filter(({ state }) => state === "accepted");
    const held = standIn.ledger.all();
    assert.ok(
      held.every(({ confirmations }) => confirmations <= 1),
      "a payment was confirmed twice",
    );
    const sums = sumOf(accepted.map((one) => ({ amount: amountOf(one), currency: one.currency })));
    assert.deepEqual(
      sums,
      sumOf(held.map(({ taken, currency }) => ({ amount: taken, currency }))),
      "provider and store have the same sums",
    );
    const appointments = await app.store.db.selectFrom("appointments").selectAll().execute();
    assert.equal(appointments.length, counts.people, "everybody has one appointment");
    assert.equal(accepted.length, counts.people + buyers, "everybody has paid once");
    const taken = (await app.store.db.selectFrom("holds").selectAll().execute()).filter(
      ({ state }) => state === "taken",
    );
    assert.equal(new Set(taken.map(({ resource }) => resource)).size, buyers, "every buyer has a car");
    isWithinCapacity(appointments);
    assert.ok(counts.over > 0 && counts.paidOver > 0, "nobody's tomorrow became today");
    const names = tried.map(({ what }) => what).join(", ");
    const shown = Object.entries(sums).map(([currency, sum]) => `${currency} ${count(sum)}`);
    return {
      done: `The clock moved over ${tried.length} changes in Santiago and Lima (${names}) while ${count(counts.people)} persons book a service: a third of them before the button of the payment, a third at the provider who will say yes, a third at the provider who will say no, half of each with the next free day's hour; as ${count(buyers)} buy a car`,
      figure: `${count(counts.people)} of ${count(counts.people)} kept every answer, paid once and have their appointment; ${count(buyers)} of ${count(buyers)} kept every answer, paid once, have their car, and seven days to sign from the day that it was there; ${count(counts.paidOver)} paid for tomorrow's hour when it was today's and have it, ${count(counts.over)} were told that it is gone, with the days that are free now; provider and store: ${shown.join(", ")}`,
    };
  },
};
