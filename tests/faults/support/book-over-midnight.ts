/** Persons who book a service and pay for it while the day changes, or the clock: before the payment, in it, and after a card that was refused. */
import assert from "node:assert/strict";
import type { ContinueAnswer, CurrentAnswer, Page } from "../../../schemas/engine/all.ts";
import type { PaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { until } from "../../support/until.ts";
import { arrive, choose, fillInBooking, pressPay, stateOf, type Hour, type Payer } from "./book-and-pay.ts";
import type { Beside } from "./buy-over-midnight.ts";
import type { Change } from "./changes-of-day.ts";
import { freeHours } from "./free-hours.ts";
import { createDriver, type Driver } from "./load-driver.ts";
import type { Served } from "./served.ts";

/** What somebody does when the day changes. */
const doings = ["choosing", "paying", "refused"] as const;
type Doing = (typeof doings)[number];

interface Staying {
  doing: Doing;
  payer: Payer;
  /** All that was answered before it. */
  answers: Record<string, unknown>;
  /** What the provider sends them back with. */
  fields: Record<string, string>;
}

export interface Counts {
  people: number;
  /** Who were told that the hour they had chosen is of a day that has come. */
  over: number;
  /** Who paid for such an hour, and have it. */
  paidOver: number;
}

export const emptyCounts = (): Counts => ({ people: 0, over: 0, paidOver: 0 });

interface Scene {
  app: Served;
  standIn: PaymentStandIn;
  counts: Counts;
}

/** Milliseconds before and after the change, which is in the middle of its two moments: a provider waits for ten minutes. */
const around = 4 * 60_000;

const flow = "service-booking";

async function todayOf(driver: Driver): Promise<string> {
  const { body } = await driver.ask<Page>(undefined, "GET", "/api/page?path=/agenda-tu-servicio");
  return body.today;
}

/** Hours of one adviser each, from the next free day and from those after it; the last ones are for who has to choose again. */
async function hoursFor(app: Served, { brand }: Change) {
  const all = (
    await Promise.all([1, 2, 3].map((person) => freeHours(app, brand, `${brand}-101-${person}`)))
  ).flat();
  const [soonest] = all.map(({ day }) => day).toSorted();
  assert.ok(soonest !== undefined, "no hour is free");
  const soon = all.filter(({ day }) => day === soonest);
  const late = all.filter(({ day }) => day > soonest).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const take = (hours: Hour[], at: 0 | -1): Hour => {
    const hour = at === 0 ? hours.shift() : hours.pop();
    assert.ok(hour, "no hour is left");
    return hour;
  };
  return {
    soonest,
    soon: () => take(soon, 0),
    late: () => take(late, 0),
    another: () => take(late, -1),
  };
}

/** What the flow's page is told of somebody: nothing of it is lost. */
async function isKept({ payer, answers, doing }: Staying, what: string): Promise<void> {
  const { body } = await payer.driver.ask<CurrentAnswer>(payer.person, "GET", `/api/runs?flow=${flow}`);
  assert.deepEqual(body.run?.answers, answers, `${what}: nothing is lost`);
  assert.equal(body.run.wait !== undefined, doing !== "choosing", `${what}: who pays is still paying`);
}

/** A day that has come is refused, with the days that are free now; the answers stay. */
function isTold(
  { outcome, options, state }: ContinueAnswer,
  answers: Staying["answers"],
  after: string,
): void {
  assert.ok("refuse" in outcome, `tomorrow has become today: ${JSON.stringify(outcome)}`);
  const [problem] = outcome.refuse;
  assert.deepEqual([problem?.path, problem?.code], ["appointment.date", "notOffered"]);
  const first = options?.["adviserDays"]?.[0]?.value;
  assert.ok(first !== undefined && first > after, "the days that are free now come along");
  for (const [path, value] of Object.entries(answers)) assert.equal(state.answers[path], value, path);
}

const isBooked = (payer: Payer): Promise<void> =>
  until(
    async () => {
      const { status, step } = await stateOf(payer);
      return status === "done" && step === "summary";
    },
    () => "who has paid is not told so",
  );

/** After the change: whoever has not paid does, for another hour where theirs is of a day that has come. */
async function finish(
  { standIn, counts }: Scene,
  one: Staying,
  { change: { what, brand, before, after }, another }: { change: Change; another: () => Hour },
): Promise<void> {
  const { payer, doing, answers, fields } = one;
  const { driver, person } = payer;
  const isOver = payer.hour.day <= after;
  await isKept(one, what);
  if (doing !== "choosing") await arrive(payer, fields, "POST");
  if (doing === "paying") {
    await isBooked(payer);
    if (isOver) counts.paidOver += 1;
    return;
  }
  if (doing === "refused") {
    await until(
      async () => (await stateOf(payer)).wait === undefined,
      () => "whose card was refused is kept waiting",
    );
    const state = await stateOf(payer);
    assert.deepEqual([state.status, state.step, state.answers], ["open", "payment", answers]);
    person.version = state.version;
  }
  if (isOver) {
    isTold(await driver.send(person, { "payment.terms": true }, "payment"), answers, after);
    counts.over += 1;
  }
  await pressPay(payer, brand, another);
  assert.equal(payer.lost, isOver ? 1 : 0, `${what}: any other hour is still theirs`);
  await arrive(payer, await choose(payer, standIn, "approve"), "GET");
  await isBooked(payer);
  const { day } = (await stateOf(payer)).results["submission"] as { day: string };
  // It is made once, by the first press of the button.
  assert.equal(day, doing === "refused" ? before : after, `${what}: the day of the brand's zone`);
}

/** One change, with so many of each kind of person whose hour is the next day's, and as many whose hour is later; `beside` goes over it too. */
export async function bookOver(scene: Scene, change: Change, each: number, beside: Beside): Promise<void> {
  const { app, standIn, counts } = scene;
  const { brand, what, before, after } = change;
  const driver = createDriver({
    origin: () => `http://127.0.0.1:${app.port}`,
    brand,
    form: { flow, step: "service", answers: () => ({}) },
  });
  const moveTo = (moment: number): Promise<void> => app.pass((moment - app.now().getTime()) / 1000);
  try {
    await moveTo(Date.parse(change.from));
    assert.equal(await todayOf(driver), before, `${what}: the day before it`);
    const hours = await hoursFor(app, change);
    const people: Staying[] = [];
    for (const doing of doings) {
      for (let at = 0; at < 2 * each; at += 1) {
        const hour = at % 2 === 0 ? hours.soon() : hours.late();
        const payer = await fillInBooking(driver, brand, hour, counts.people++);
        people.push({ doing, payer, answers: {}, fields: {} });
      }
    }
    const middle = (Date.parse(change.from) + Date.parse(change.to)) / 2;
    await moveTo(middle - around);
    for (const one of people) {
      const { doing, payer } = one;
      if (doing !== "choosing") {
        await pressPay(payer, brand, hours.another);
        one.fields = await choose(payer, standIn, doing === "paying" ? "approve" : "reject");
      }
      one.answers = (await stateOf(payer)).answers;
    }
    await beside.before();
    await moveTo(middle + around);
    assert.equal(await todayOf(driver), after, `${what}: the day after it`);
    for (const one of people) await finish(scene, one, { change, another: hours.another });
    await beside.after();
    const booked = await app.store.db.selectFrom("appointments").selectAll().execute();
    const all = new Set(booked.map(({ person, day, time }) => `${person} ${day} ${time}`));
    for (const { hour } of people.map(({ payer }) => payer)) {
      assert.ok(all.has(`${hour.adviser} ${hour.day} ${hour.time}`), `${what}: an hour that was paid for`);
    }
  } finally {
    await driver.close();
  }
}
