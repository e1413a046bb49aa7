import assert from "node:assert/strict";
import { paymentTokenHash } from "../../../server/payments/payments.ts";
import type { RunState } from "../../../schemas/engine/all.ts";
import { amountOf } from "../../../server/payments/provider.ts";
import type { Choice } from "../../../server/payments/stand-in/ledger.ts";
import { until } from "../../support/until.ts";
import { arrive, choose, stateOf } from "../support/book-and-pay.ts";
import { fillInPurchase, goToPay, usedCars, type Buyer } from "../support/buy-car.ts";
import { count, type PromiseTrial } from "../support/trial.ts";
import {
  allOf,
  isAnyToSettle,
  oneOf,
  openTwoServers,
  settleAll,
  shuffled,
  sumOf,
  type Side,
  type TwoServers,
} from "../support/two-servers.ts";

const forms = {
  short: { cars: { SI: 2, WI: 1 }, each: 3, atOnce: 6, rounds: 1 },
  // In the last round everybody who can pay does.
  long: { cars: { SI: 40, WI: 10 }, each: 10, atOnce: 8, rounds: 6 },
};

/** A working day, in the forenoon. */
const begins = Date.parse("2027-05-11T10:00:00-04:00");

const choices: readonly (Choice | "never")[] = [
  ...Array.from({ length: 7 }, () => "approve" as const),
  ...(["reject", "cancel", "never"] as const),
];

/** Niubiz has no button to give up. */
const choiceOf = ({ brand }: Buyer, isLast: boolean): Choice | "never" => {
  const choice = isLast ? "approve" : oneOf(choices);
  return choice === "cancel" && brand === "WI" ? "expire" : choice;
};

/** What of a delivery is looked at. */
interface Sent {
  call?: string;
  to?: string;
  input?: { step?: number; data?: { contact: { email: string } } };
}

interface Counted {
  kills: number;
  unanswered: number;
  never: number;
}

/** Whether it was written down that they came back from the bank: what is settled then needs no browser. */
async function isBack({ store }: TwoServers, { page }: Buyer): Promise<boolean> {
  const found = await store.db
    .selectFrom("payments")
    .select("returned")
    .where("token_hash", "=", paymentTokenHash(page.split("/").at(-1)!))
    .executeTakeFirstOrThrow();
  return found.returned !== null;
}

/** All who have nothing yet want to pay; some at the bank change their minds, and one server dies at a confirmation. */
async function round(
  scene: TwoServers,
  given: { buyers: Buyer[]; isLast: boolean; atOnce: number; counted: Counted },
): Promise<void> {
  const { buyers, isLast, atOnce, counted } = given;
  const paying: Buyer[] = [];
  await allOf(shuffled(buyers), atOnce, async (buyer) => {
    if (await goToPay(buyer)) paying.push(buyer);
  });
  const cars = paying.map(({ car }) => car);
  assert.equal(new Set(cars).size, cars.length, "two pay for one car");
  const arrivals: { buyer: Buyer; fields: Record<string, string> }[] = [];
  for (const buyer of paying) {
    const choice = choiceOf(buyer, isLast);
    if (choice === "never") counted.never += 1;
    else arrivals.push({ buyer, fields: await choose(buyer, scene.standIn, choice) });
  }
  // Whichever confirms first dies; the other one then lives.
  const killed = new Set<Side>();
  const disarm = (): void =>
    scene.sides.forEach(({ relay }) => relay.arm("committed", Infinity, async () => {}));
  for (const side of scene.sides) {
    side.relay.arm("committed", 0, async () => {
      killed.add(side);
      disarm();
      await side.server.kill();
    });
  }
  await allOf(shuffled(arrivals), atOnce, async ({ buyer, fields }) => {
    const method = oneOf(["GET", "POST"] as const);
    const status = await arrive(buyer, fields, method);
    if (status === undefined) counted.unanswered += 1;
    // Most people reload a page that did not come.
    if (status === undefined && Math.random() < 0.7) await arrive(buyer, fields, method);
  });
  // Who came back may have been led on before their money was asked for.
  await until(
    async () => killed.size > 0 || !(await isAnyToSettle(scene)),
    () => "who came back is not settled, and no server died of it",
  );
  disarm();
  counted.kills += killed.size;
  const restart = async (): Promise<void> => {
    for (const { server } of killed) await server.restart();
    killed.clear();
  };
  // Two that confirm in the same moment both die: then nobody is there.
  if (killed.size === scene.sides.length) await restart();
  // In the last round who came back to a server that died before it knew comes again: the money was not taken.
  const comesBack = async (buyer: Buyer, fields: Record<string, string>): Promise<boolean> =>
    (await isBack(scene, buyer)) || ((await arrive(buyer, fields, "GET")) ?? 503) < 500;
  if (isLast)
    await allOf(arrivals, atOnce, ({ buyer, fields }) =>
      until(
        () => comesBack(buyer, fields),
        () => `nobody hears the return of ${buyer.page}`,
      ),
    );
  // The other one settles what it left, before it is back or beside it.
  if (killed.size === 1 && Math.random() < 0.5) await settleAll(scene);
  await restart();
  await settleAll(scene);
}

/** Whose run is not over: they press again in the next round. */
async function withoutCar(buyers: Buyer[], atOnce: number): Promise<Buyer[]> {
  const found: Buyer[] = [];
  await allOf(buyers, atOnce, async (buyer) => {
    const { status, step, wait } = await stateOf(buyer);
    assert.equal(wait, undefined, "nobody is kept waiting");
    if (status === "done") assert.equal(step, "done", "what is paid for is reserved");
    else found.push(buyer);
  });
  return found;
}

/** Of all who wanted one car: what they were told, and how their payments ended. */
async function whatHappened({ store }: TwoServers, buyers: Buyer[], car: string): Promise<string> {
  const payments = await store.db.selectFrom("payments").selectAll().execute();
  const those = buyers.filter((buyer) => buyer.car === car);
  return JSON.stringify(
    those.map(({ person, told, last }) => ({
      told,
      last,
      payments: payments
        .filter(({ run }) => run === person.run)
        .map(({ state, status, returned, attempts, last_error: error }) => [
          state,
          status,
          returned,
          attempts,
          error,
        ]),
    })),
  );
}

/** A car that is sold has no page any more, on neither of the servers. */
async function isGoneOnBoth({ sides }: TwoServers, { brand, car }: Buyer): Promise<void> {
  for (const { server } of sides) {
    const gone = async (): Promise<boolean> =>
      (await server.fetch(brand, `/marcas/x/usado/x-x-${car}`, { redirect: "manual" })).status === 410;
    await until(gone, () => `the car ${car} is still shown`);
  }
}

/** Whoever was told a number is stored once under it, with the lead and the mail that go out for it; each step was told once, in order. */
async function isStoredOnce(
  { store }: TwoServers,
  winners: Buyer[],
  receipts: RunState["results"][],
): Promise<void> {
  const submissions = await store.db.selectFrom("submissions").select(["id", "number", "state"]).execute();
  assert.deepEqual(
    submissions.map(({ number, state }) => `${number} ${state}`).toSorted(),
    receipts.map(({ submission }) => `${(submission as { number: string }).number} accepted`).toSorted(),
    "what is stored is what was acknowledged",
  );
  const deliveries = await store.db.selectFrom("deliveries").selectAll().orderBy("created_at").execute();
  const sent = deliveries.map(({ submission, payload }) => {
    const { call, to, input } = JSON.parse(payload) as Sent;
    return { submission, call, to, step: input?.step, email: input?.data?.contact.email };
  });
  for (const { id } of submissions) {
    const own = sent.filter(({ submission }) => submission === id);
    assert.equal(own.filter(({ call }) => call === "lead.buyingFlow").length, 1, "one lead for each sale");
  }
  for (const { person, accepted } of winners) {
    const { email } = person;
    assert.equal(sent.filter(({ to }) => to === email).length, 1, "one mail for each buyer");
    const steps = sent.flatMap((one) => (one.email === email && one.step ? [one.step] : []));
    assert.ok(steps.length > 0, "the steps are told");
    // Whose card was refused, and whose car was then gone for a time, came to the payment again.
    const again = Array.from({ length: accepted - 1 }, () => Math.max(...steps));
    const once = [...new Set(steps)].toSorted((a, b) => a - b);
    assert.deepEqual(steps, [...once, ...again], "a step is told once whenever they come to it, in order");
  }
}

/** Provider, store, stock and receipts say the same. */
async function compare(scene: TwoServers, winners: Buyer[], cars: number) {
  const { standIn, store } = scene;
  const payments = await store.db.selectFrom("payments").selectAll().execute();
  for (const one of standIn.ledger.all()) {
    const known = payments.find(({ order_number: order }) => order === one.order);
    assert.ok(known, `the store knows the payment ${one.order}`);
    assert.equal(known.differs, null, `nothing differs of ${one.order}`);
    assert.ok(one.confirmations <= 1, `${one.order} was confirmed ${one.confirmations} times`);
  }
  const accepted = payments.filter(({ state }) => state === "accepted");
  const taken = (await store.db.selectFrom("holds").selectAll().execute()).filter(
    ({ state }) => state === "taken",
  );
  assert.equal(new Set(taken.map(({ resource }) => resource)).size, cars, "every car is sold");
  assert.equal(taken.length, cars, "no car is sold twice");
  assert.equal(new Set(winners.map(({ car }) => car)).size, winners.length, "no car has two buyers");
  assert.deepEqual(
    taken.map(({ order_number: order }) => order ?? "none").toSorted(),
    accepted.map(({ order_number: order }) => order).toSorted(),
    "a car for each payment, and none without",
  );
  const receipts = await Promise.all(winners.map(async (buyer) => (await stateOf(buyer)).results));
  await isStoredOnce(scene, winners, receipts);
  const sums = [
    sumOf(standIn.ledger.all().map((one) => ({ amount: one.taken, currency: one.currency }))),
    sumOf(accepted.map((one) => ({ amount: amountOf(one), currency: one.currency }))),
    sumOf(
      receipts.map((one) => ({ amount: Number(one["paidNumber"]), currency: String(one["paidCurrency"]) })),
    ),
  ];
  assert.deepEqual(sums[0], sums[1], "provider and store have the same sums");
  assert.deepEqual(sums[1], sums[2], "store and receipts have the same sums");
  return { payments: payments.length, sums: sums[0]! };
}

export const oneUnit: PromiseTrial = {
  number: 17,
  promise:
    "Of many who buy one car, one has it, whichever server dies once the provider took the money; the others are told and keep their answers",
  run: async (trial) => {
    const { cars, each, atOnce, rounds } = trial.long ? forms.long : forms.short;
    const scene = await openTwoServers(trial, { atOnce, begins, flow: "vehicle-purchase", step: "version" });
    const counted: Counted = { kills: 0, unanswered: 0, never: 0 };
    const buyers: Buyer[] = [];
    for (const brand of ["SI", "WI"] as const) {
      const wanted = (await usedCars(brand, cars[brand])).flatMap((car) =>
        Array.from({ length: each }, () => car),
      );
      await allOf(shuffled(wanted), atOnce, async (car) => {
        buyers.push(await fillInPurchase(scene.drivers[brand], brand, car));
      });
      trial.say(`${buyers.length} buyers have filled in their forms`);
    }
    let without = buyers;
    for (let turn = 0; turn < rounds; turn += 1) {
      await round(scene, { buyers: without, isLast: turn === rounds - 1, atOnce, counted });
      without = await withoutCar(buyers, atOnce);
      trial.say(`round ${turn + 1}: ${buyers.length - without.length} have a car, ${counted.kills} kills`);
    }
    assert.ok(counted.kills > 0, "no server was killed at a confirmation");
    // Who comes now is told that it is sold.
    await allOf(without, atOnce, async (buyer) => {
      const known = await whatHappened(scene, buyers, buyer.car);
      assert.equal(await goToPay(buyer), false, `the car ${buyer.car} is not sold: ${known}`);
    });
    const all = cars.SI + cars.WI;
    const winners = buyers.filter((buyer) => !without.includes(buyer));
    const { payments, sums } = await compare(scene, winners, all);
    await allOf(winners, atOnce, (buyer) => isGoneOnBoth(scene, buyer));
    const told = without.reduce((sum, buyer) => sum + buyer.told, 0);
    const slowest = Math.max(...Object.values(scene.drivers).map((driver) => driver.slowest()));
    if (trial.long) assert.ok(slowest < 10_000, `a request took ${Math.round(slowest)} ms`);
    const shown = Object.entries(sums).map(([currency, sum]) => `${currency} ${count(sum)}`);
    return {
      done: `Two processes on one PostgreSQL, ${count(buyers.length)} buyers of ${all} used cars of two brands, ${count(payments)} payments at stand-ins of Webpay and Niubiz, some refused, given up or never come back from (${counted.never}); ${counted.kills} SIGKILLs after the provider had committed, ${counted.unanswered} returns unanswered`,
      figure: `${winners.length} of ${all} cars sold, 0 twice, gone from both servers; ${count(without.length)} too late, told ${count(told)} times, with all their answers; provider, store and receipts: ${shown.join(", ")}; the slowest request ${count(slowest)} ms`,
    };
  },
};
