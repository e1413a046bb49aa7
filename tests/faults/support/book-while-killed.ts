/** Persons who book a service at two servers, some of them paying for it, while one of the two is killed at any moment. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { detailsOf } from "../../../server/dealers/booking/visit.ts";
import { amountOf } from "../../../server/payments/provider.ts";
import {
  arrive,
  choose,
  fillInBooking,
  pressBook,
  pressPay,
  stateOf,
  type Hour,
  type Payer,
  type PayingBrand,
} from "./book-and-pay.ts";
import type { Trial } from "./trial.ts";
import { allOf, openTwoServers, settleAll, shuffled, sumOf, type TwoServers } from "./two-servers.ts";
import { hoursOn, isWithinCapacity, oneAtATime, twoAtATime, workingDays } from "./working-hours.ts";

/** A Monday forenoon. Hours are from the third day on: clocks go on while what is under way is settled. */
const begins = Date.parse("2027-04-12T10:00:00-04:00");
const days = workingDays(begins, { from: 3, to: 29 });

interface Booker extends Payer {
  brand: PayingBrand;
  /** Undefined where it is not paid for; the first card of some is refused. */
  card?: "approve" | "reject";
}

interface Given {
  people: number;
  kills: number;
  atOnce: number;
}

export interface BookedWhileKilled {
  free: number;
  paid: number;
  refused: number;
  /** Who lost a race for an hour, and booked another. */
  lost: number;
  /** Answers of a dead server that were asked for again. */
  repeated: number;
  sums: Record<string, number>;
  /** Milliseconds of the slowest request. */
  slowest: number;
}

const hoursOf = (brand: PayingBrand) => ({
  one: hoursOn(brand, days, oneAtATime),
  two: hoursOn(brand, days, twoAtATime),
});

/** Who comes in one round: one more than can have it want each hour. */
function wantedOf(many: number, hours: Record<PayingBrand, ReturnType<typeof hoursOf>>, first: number) {
  const wanted: { brand: PayingBrand; hour: Hour; index: number }[] = [];
  for (let group = 0; wanted.length < many; group += 1) {
    const brand = group % 4 === 3 ? "WI" : "SI";
    const size = group % 2 === 0 ? 2 : 3;
    const hour = size === 2 ? hours[brand].one() : hours[brand].two();
    for (let at = 0; at < size && wanted.length < many; at += 1)
      wanted.push({ brand, hour, index: first + wanted.length });
  }
  return wanted;
}

/** Presses the last button, pays where it is to be paid, and reloads what a dying server does not answer. */
async function goOn(scene: TwoServers, booker: Booker, another: () => Hour): Promise<void> {
  if (booker.card === undefined) return await pressBook(booker, booker.brand, another);
  await pressPay(booker, booker.brand, another);
  const fields = await choose(booker, scene.standIn, booker.card);
  // Their second card is good.
  booker.card = "approve";
  for (
    let tries = 0;
    (await arrive(booker, fields, tries % 2 === 0 ? "POST" : "GET")) === undefined;
    tries += 1
  ) {
    assert.ok(tries < 200, "nobody takes a return");
    await wait(50);
  }
}

async function compare({ standIn, store }: TwoServers, people: Booker[]): Promise<Record<string, number>> {
  const appointments = await store.db.selectFrom("appointments").selectAll().execute();
  const submissions = await store.db.selectFrom("submissions").select(["number", "state"]).execute();
  const told = await Promise.all(people.map(async (one) => ({ one, state: await stateOf(one) })));
  for (const { state } of told) assert.deepEqual([state.status, state.step], ["done", "summary"]);
  const expected = told.map(({ one: { hour }, state }) => {
    const { number } = state.results["submission"] as { number: string };
    return `${number} ${hour.adviser} ${hour.day} ${hour.time}`;
  });
  assert.deepEqual(
    appointments.map(({ uuid, person, day, time }) => `${uuid} ${person} ${day} ${time}`).toSorted(),
    expected.toSorted(),
    "each person has the one appointment that they were told of",
  );
  assert.deepEqual(
    submissions.map(({ number, state }) => `${number} ${state}`).toSorted(),
    expected.map((line) => `${line.split(" ", 1)[0]} accepted`).toSorted(),
    "what is stored is what was acknowledged",
  );
  const places = await store.db.selectFrom("appointment_places").selectAll().execute();
  assert.deepEqual(
    places.map(({ appointment }) => appointment ?? "held").toSorted(),
    appointments.map(({ id }) => id).toSorted(),
    "a place for each appointment, and none that nobody has",
  );
  isWithinCapacity(places);
  const mails = await store.db
    .selectFrom("deliveries")
    .select("submission")
    .where("kind", "=", "mail")
    .where("submission", "is not", null)
    .execute();
  assert.equal(mails.length, people.length, "a mail for each");

  const held = standIn.ledger.all();
  const accepted = (await store.db.selectFrom("payments").selectAll().execute()).filter(
    ({ state }) => state === "accepted",
  );
  assert.ok(
    held.every(({ confirmations }) => confirmations <= 1),
    "a payment was confirmed twice",
  );
  const paid = appointments.flatMap((one) => {
    const { paymentId } = detailsOf(one).body as { paymentId?: string };
    return paymentId === undefined ? [] : [paymentId];
  });
  assert.deepEqual(
    paid.toSorted(),
    accepted.map(({ order_number: order }) => order).toSorted(),
    "an appointment for each payment, and none without",
  );
  const sums = sumOf(accepted.map((one) => ({ amount: amountOf(one), currency: one.currency })));
  assert.deepEqual(
    sumOf(held.map((one) => ({ amount: one.taken, currency: one.currency }))),
    sums,
    "provider and store have the same sums",
  );
  return sums;
}

export async function bookWhileKilled(
  trial: Trial,
  { people: goal, kills, atOnce }: Given,
): Promise<BookedWhileKilled> {
  const scene = await openTwoServers(trial, { atOnce, begins, flow: "service-booking", step: "service" });
  const hours = { SI: hoursOf("SI"), WI: hoursOf("WI") };
  const people: Booker[] = [];
  let unpaid: Booker[] = [];
  let refused = 0;
  for (let turn = 0; turn < kills; turn += 1) {
    const many = Math.round((goal * (turn + 1)) / kills) - people.length;
    const fresh = wantedOf(many, hours, people.length);
    const here = unpaid;
    const { server } = scene.sides[turn % 2]!;
    // Most die while buttons are pressed and cards are charged, some while forms are filled in.
    const killing = async (): Promise<void> => {
      await wait(Math.random() * 1_500);
      await server.kill();
    };
    const kill = turn % 5 === 0 ? killing() : undefined;
    await allOf(fresh, atOnce, async ({ brand, hour, index }) => {
      const isPaid = index % 2 === 0;
      const payer = await fillInBooking(scene.drivers[brand], brand, hour, index, isPaid ? "paid" : "free");
      const card = index % 10 === 0 ? "reject" : "approve";
      if (card === "reject") refused += 1;
      here.push({ ...payer, brand, ...(isPaid ? { card } : {}) });
    });
    people.push(...here.filter((one) => !people.includes(one)));
    const pressing = allOf(shuffled(here), atOnce, (one) => goOn(scene, one, hours[one.brand].one));
    await (kill ?? killing());
    // All are served by the other one, before it is back.
    await pressing;
    await server.restart();
    await settleAll(scene);
    const states = await Promise.all(people.map(async (one) => ({ one, state: await stateOf(one) })));
    unpaid = states.filter(({ state }) => state.status !== "done").map(({ one }) => one);
    if ((turn + 1) % 10 === 0) trial.say(`${turn + 1} kills, ${people.length} bookings`);
  }
  await allOf(unpaid, atOnce, (booker) => goOn(scene, booker, hours[booker.brand].one));
  await settleAll(scene);
  const sums = await compare(scene, people);
  const paid = people.filter(({ card }) => card !== undefined).length;
  return {
    free: people.length - paid,
    paid,
    refused,
    lost: people.reduce((all, { lost }) => all + lost, 0),
    repeated: Object.values(scene.drivers).reduce((all, { repeated }) => all + repeated.lost, 0),
    sums,
    slowest: Math.max(...Object.values(scene.drivers).map((driver) => driver.slowest())),
  };
}
