import assert from "node:assert/strict";
import { detailsOf } from "../../../server/dealers/booking/visit.ts";
import { amountOf } from "../../../server/payments/provider.ts";
import type { Choice } from "../../../server/payments/stand-in/ledger.ts";
import type { Payment } from "../../../server/store/payments.ts";
import {
  arrive,
  choose,
  fillInBooking,
  pressPay,
  stateOf,
  type Hour,
  type Payer,
  type PayingBrand,
} from "../support/book-and-pay.ts";
import { hoursOn, oneAtATime, workingDays } from "../support/working-hours.ts";
import type { KillAt } from "../support/killing-relay.ts";
import { count, type PromiseTrial } from "../support/trial.ts";
import {
  allOf,
  oneOf,
  openTwoServers,
  settleAll,
  shuffled,
  sumOf,
  type Side,
  type TwoServers,
} from "../support/two-servers.ts";

const forms = {
  short: { payments: 16, rounds: 1, atOnce: 6, slow: 0, others: 0 },
  // `others`: confirmations that go well before a server is killed at one, at most.
  long: { payments: 500, rounds: 25, atOnce: 8, slow: 3, others: 2 },
};

/** Where the clock begins: the hour that comes twice in Santiago, and midnight, come while people pay. */
const begins = Date.parse("2027-04-03T22:00:00-03:00");

interface Midnight {
  brand: PayingBrand;
  /** Two minutes before it, and the day that comes. */
  before: number;
  day: string;
}

/** Of working days, for the last rounds: people pay before it for an hour of the next day, and come back after it. */
const midnights: Midnight[] = [
  { brand: "SI", before: Date.parse("2027-04-05T23:58:00-04:00"), day: "2027-04-06" },
  { brand: "WI", before: Date.parse("2027-04-06T23:58:00-05:00"), day: "2027-04-07" },
];

/** From the fifth day on: after all midnights. */
const hoursOf = (brand: PayingBrand): (() => Hour) =>
  hoursOn(brand, workingDays(begins, { from: 5, to: 28 }), oneAtATime);

const choices: readonly Choice[] = [
  ...Array.from({ length: 12 }, () => "approve" as const),
  ...(["reject", "reject", "cancel", "cancel", "expire", "recover"] as const),
];

/** Niubiz has no button to give up, and no tab to recover. */
const choiceOf = (brand: PayingBrand): Choice => {
  const choice = oneOf(choices);
  return brand === "WI" && (choice === "cancel" || choice === "recover") ? "expire" : choice;
};

interface Arrival {
  payer: Payer;
  fields: Record<string, string>;
  method: "GET" | "POST";
}

/** How one person comes back: once, again and again, in another shape too, or never. */
function arrivalsOf(payer: Payer, payment: Payment, fields: Record<string, string>): Arrival[] {
  if (Math.random() < 0.12) return [];
  const arrival = (given: Record<string, string>): Arrival => ({
    payer,
    fields: given,
    method: oneOf(["GET", "POST"] as const),
  });
  const all = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => arrival(fields));
  if (payment.provider === "webpay" && Math.random() < 0.15) {
    const names = { TBK_ID_SESION: payment.session_id, TBK_ORDEN_COMPRA: payment.order_number };
    const token = { TBK_TOKEN: payment.provider_token ?? "" };
    all.push(arrival(oneOf([names, { ...token, ...names }, { ...fields, ...token, ...names }])));
  }
  return all;
}

interface Counted {
  kills: Record<KillAt, number>;
  arrivals: number;
  /** Returns that a dying server did not answer. */
  unanswered: number;
  /** People who did not come back. */
  never: number;
}

/** People fill in, pay and come back while one of the servers is killed at a confirmation; then all of it is settled. */
async function round(
  scene: TwoServers,
  given: {
    people: Payer[];
    victim: Side;
    at: KillAt;
    after: number;
    atOnce: number;
    counted: Counted;
    midnight: Midnight | undefined;
  },
): Promise<void> {
  const { people, victim, at, after, atOnce, counted, midnight } = given;
  const arrivals: Arrival[] = [];
  for (const payer of people) {
    const brand = brandOf(scene, payer);
    const fields = await choose(payer, scene.standIn, choiceOf(brand));
    const payment = await paymentOf(scene, payer);
    const mine = arrivalsOf(payer, payment, fields);
    if (mine.length === 0) counted.never += 1;
    arrivals.push(...mine);
  }
  // Their time at the provider is not over.
  if (midnight) await scene.pass(4 * 60);
  victim.relay.arm(at, after, () => victim.server.kill());
  await allOf(shuffled(arrivals), atOnce, async ({ payer, fields, method }) => {
    counted.arrivals += 1;
    const status = await arrive(payer, fields, method);
    if (status === undefined) counted.unanswered += 1;
    // Most people reload a page that did not come.
    if (status === undefined && Math.random() < 0.7) await arrive(payer, fields, method);
  });
  if (victim.relay.hasKilled()) counted.kills[at] += 1;
  else victim.relay.arm(at, Infinity, async () => {});
  // The other one settles what it left, before it is back or beside it.
  if (Math.random() < 0.5) await settleAll(scene);
  if (victim.relay.hasKilled()) await victim.server.restart();
  await settleAll(scene);
}

/** So many of those whose payment came to nothing: they press the button again. */
async function refused(people: Payer[], most: number): Promise<Payer[]> {
  const found: Payer[] = [];
  for (const payer of people) {
    if (found.length === most) break;
    if ((await stateOf(payer)).status !== "done") found.push(payer);
  }
  return found;
}

const brandOf = ({ drivers }: TwoServers, { driver }: Payer): PayingBrand =>
  driver === drivers.SI ? "SI" : "WI";

async function paymentOf({ store }: TwoServers, { person }: Payer): Promise<Payment> {
  const [payment] = await store.db
    .selectFrom("payments")
    .selectAll()
    .where("run", "=", person.run)
    .where("state", "=", "pending")
    .execute();
  assert.ok(payment, "who is at the bank has a payment");
  return payment;
}

/** Provider, store and appointments say the same, and so does what every person sees. */
async function compare({ standIn, store }: TwoServers, people: Payer[]) {
  const payments = await store.db.selectFrom("payments").selectAll().execute();
  const held = standIn.ledger.all();
  for (const one of held) {
    const known = payments.find(({ order_number: order }) => order === one.order);
    assert.ok(known, `the store knows the payment ${one.order}`);
    const { state, differs } = known;
    assert.equal(differs, null, `nothing differs of ${one.order}`);
    assert.equal(one.taken, state === "accepted" ? amountOf(known) : 0, `what is taken for ${one.order}`);
    assert.ok(one.confirmations <= 1, `${one.order} was confirmed ${one.confirmations} times`);
  }
  const accepted = payments.filter(({ state }) => state === "accepted");
  assert.deepEqual(
    accepted.filter(({ order_number: order }) => !held.some((one) => one.order === order)),
    [],
  );
  const booked = (await store.db.selectFrom("appointments").selectAll().execute()).map((appointment) => {
    const { paymentId, paymentInfo } = detailsOf(appointment).body as Record<string, string>;
    const [, amount = "", currency = ""] = /Monto: (\d+) (\w+)/.exec(paymentInfo ?? "") ?? [];
    return { ...appointment, order: paymentId, amount: Number(amount), currency };
  });
  assert.deepEqual(
    booked.map(({ order }) => order ?? "none").toSorted(),
    accepted.map(({ order_number: order }) => order).toSorted(),
    "an appointment for each payment, and none without",
  );
  const hours = booked.map(({ person, day, time }) => `${person} ${day} ${time}`);
  assert.equal(new Set(hours).size, hours.length, "no two have one hour");
  const sums = [
    sumOf(held.map(({ taken, currency }) => ({ amount: taken, currency }))),
    sumOf(accepted.map((one) => ({ amount: amountOf(one), currency: one.currency }))),
    sumOf(booked),
  ];
  assert.deepEqual(sums[0], sums[1], "provider and store have the same sums");
  assert.deepEqual(sums[1], sums[2], "store and appointments have the same sums");
  const paid = new Set(accepted.map(({ run }) => run));
  for (const payer of people) {
    const { step, status, wait: waiting } = await stateOf(payer);
    assert.equal(waiting, undefined, "nobody is kept waiting");
    assert.equal(status === "done" && step === "summary", paid.has(payer.person.run), "what a person sees");
  }
  return { payments, accepted, sums: sums[0]!, days: booked.map(({ day }) => day) };
}

export const oneCommit: PromiseTrial = {
  number: 4,
  promise:
    "One commit for one payment; the amount comes from the server, and provider, store and appointments have the same sums",
  run: async (trial) => {
    const { payments: goal, rounds, atOnce, slow, others } = trial.long ? forms.long : forms.short;
    const scene = await openTwoServers(trial, {
      atOnce,
      begins,
      flow: "service-booking",
      step: "service",
    });
    const hours = { SI: hoursOf("SI"), WI: hoursOf("WI") };
    const people: Payer[] = [];
    const counted: Counted = {
      kills: { asked: 0, committed: 0, answered: 0 },
      arrivals: 0,
      unanswered: 0,
      never: 0,
    };
    const held = trial.long ? midnights : midnights.slice(0, 1);
    for (let turn = 0; turn < rounds; turn += 1) {
      const midnight = held[turn - rounds + held.length];
      if (midnight) await scene.pass((midnight.before - scene.now().getTime()) / 1000);
      const tomorrow = midnight && hoursOn(midnight.brand, [midnight.day], oneAtATime);
      const left = Math.ceil((goal - scene.standIn.ledger.all().length) / (rounds - turn));
      const again = await refused(people.slice(-left), Math.floor(left / 4));
      const size = left - again.length;
      // Two of them want one hour.
      const wanted = Array.from({ length: size }, (_, at) => ({
        brand: at % 5 === 4 ? ("WI" as const) : (midnight?.brand ?? ("SI" as const)),
      })).map(({ brand }) => ({
        brand,
        hour: tomorrow && brand === midnight.brand ? tomorrow() : hours[brand](),
      }));
      const [first, second] = wanted;
      if (first && second) second.hour = first.hour;
      const here = again;
      const known = people.length;
      await allOf([...wanted.entries()], atOnce, async ([at, { brand, hour }]) => {
        const payer = await fillInBooking(scene.drivers[brand], brand, hour, known + at);
        here.push(payer);
        people.push(payer);
      });
      await allOf(here, atOnce, (payer) => {
        const brand = brandOf(scene, payer);
        return pressPay(payer, brand, hours[brand]);
      });
      if (slow > 0) scene.sides[1 - (turn % 2)]!.relay.holdUp(turn % 8 === 0 ? slow : 0, 12_000);
      const at: KillAt = turn % 5 === 3 ? "asked" : turn % 5 === 4 ? "answered" : "committed";
      const after = Math.floor(Math.random() * (others + 1));
      await round(scene, {
        people: here,
        victim: scene.sides[turn % 2]!,
        at,
        after,
        atOnce,
        counted,
        midnight,
      });
      if (trial.long && (turn + 1) % 5 === 0)
        trial.say(`${turn + 1} rounds, ${scene.standIn.ledger.all().length} payments`);
    }
    const { payments, accepted, sums, days } = await compare(scene, people);
    const over = held.map(({ day }) => days.filter((one) => one === day).length);
    assert.ok(
      over.every((many) => many > 0),
      "nobody paid over midnight for an hour of the day that came",
    );
    const kills = counted.kills.committed + counted.kills.asked + counted.kills.answered;
    assert.ok(kills > 0, "no server was killed at a confirmation");
    const lost = people.reduce((all, payer) => all + payer.lost, 0);
    const slowest = Math.max(...Object.values(scene.drivers).map((driver) => driver.slowest()));
    if (trial.long) assert.ok(slowest < 10_000, `a request took ${Math.round(slowest)} ms`);
    const late = scene.sides.reduce((all, { relay }) => all + relay.heldUp(), 0);
    const shown = Object.entries(sums).map(([currency, sum]) => `${currency} ${count(sum)}`);
    return {
      done: `Two processes on one PostgreSQL, ${count(payments.length)} payments of booked services at stand-ins of Webpay and Niubiz, around midnight and the hour that comes twice; ${kills} SIGKILLs at a confirmation (${counted.kills.committed} after the provider had committed); ${count(counted.arrivals)} returns shuffled, repeated and in every shape, ${counted.unanswered} of them unanswered, and ${counted.never} people who never came back; ${late} answers of the provider 12 s late`,
      figure: `${count(accepted.length)} accepted and ${count(accepted.length)} booked, 0 committed twice, 0 lost, ${count(over.reduce((all, many) => all + many, 0))} of them paid over midnight for an hour of the day that came; provider, store and appointments: ${shown.join(", ")}; ${lost} lost a race for an hour and booked another; the slowest request ${count(slowest)} ms`,
    };
  },
};
