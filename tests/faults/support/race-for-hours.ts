/** Persons who have filled in the booking of a service for one hour of one adviser, and press its button at once. */
import assert from "node:assert/strict";
import type { ContinueAnswer, DataAnswer } from "../../../schemas/engine/all.ts";
import { plateOf, workshopOf, type Hour } from "./book-and-pay.ts";
import { beginBooking, contactOf, goThrough, press, type Booker } from "./booker.ts";
import { freeHours } from "./free-hours.ts";
import type { Driver } from "./load-driver.ts";
import type { Served } from "./served.ts";

/** Takes one car at a time. */
const adviser = "SI-101-2";
const workshop = workshopOf("SI");
/** Rounds that one person stays for: what is known of them may be asked for 60 times an hour. */
const patience = 10;

const placed = ({ day, time }: Hour): Record<string, unknown> => ({
  "appointment.city": "Santiago",
  "appointment.branch": workshop,
  "appointment.adviser": adviser,
  "appointment.date": day,
  "appointment.time": time,
  "appointment.description": "Suena al frenar",
});

async function ready(driver: Driver, index: number, hour: Hour): Promise<Booker> {
  const racer = await beginBooking(driver);
  const car = {
    "vehicle.search": "plate",
    "vehicle.car.plate": plateOf("SI", index),
    "vehicle.car.brand": "Chevrolet",
    "vehicle.car.model": "CHEVROLET-ONIX",
    "vehicle.car.year": "2020",
    "vehicle.car.mileage": 52_000,
  };
  await goThrough(driver, racer, {
    service: { "service.chosen": "2" },
    vehicle: car,
    appointment: placed(hour),
  });
  return racer;
}

const agreed = (racer: Booker): Record<string, unknown> => ({ ...contactOf(racer), "contact.terms": true });

/** So many hours that are free, spread over the days. */
async function hoursApart(app: Served, count: number): Promise<Hour[]> {
  const all = await freeHours(app, "SI", adviser);
  assert.ok(all.length > count, `${all.length} hours are too few`);
  return Array.from({ length: count }, (_, at) => all[at * Math.floor(all.length / count)]!);
}

/** A loser has every answer, reads that the hour is gone, and sees the hours that are free now, without it. */
async function lose(
  driver: Driver,
  racer: Booker,
  { outcome, options, state }: ContinueAnswer,
  hour: Hour,
): Promise<"list" | "service"> {
  assert.ok("refuse" in outcome, JSON.stringify(outcome));
  const [problem] = outcome.refuse;
  const byList = problem?.path === "appointment.time" && problem.code === "notOffered";
  assert.ok(byList || problem?.words.startsWith("Esa hora ya no está"), JSON.stringify(outcome));
  for (const [path, value] of Object.entries(racer.answers)) assert.equal(state.answers[path], value, path);
  let fresh = options?.["adviserTimes"];
  if (!byList) {
    const { revision } = racer.state;
    const inputs = {
      people: "assessors",
      workshopId: workshop,
      startDate: hour.day,
      personId: adviser,
      brandId: "CHEVROLET",
      date: hour.day,
      hours: 1,
    };
    const body = { revision, flow: "service-booking", data: "adviserTimes", inputs };
    const told = await driver.ask<DataAnswer>(racer.person, "POST", "/api/data", body);
    assert.equal(told.status, 200, told.bytes.toString());
    fresh = told.body.options ?? [];
  }
  assert.ok(fresh, "the fresh hours come along");
  assert.ok(
    !fresh.some(({ value }) => value === hour.time),
    "the fresh hours are without the one that is gone",
  );
  return byList ? "list" : "service";
}

/** Rounds of persons who all want one hour: one has it, the others choose the next one. */
export async function raceForHours(
  app: Served,
  driver: Driver,
  { rounds, racers, say }: { rounds: number; racers: number; say?: (line: string) => void },
): Promise<{ list: number; service: number }> {
  const hours = await hoursApart(app, rounds);
  let plates = 0;
  const all = await Promise.all(
    Array.from({ length: racers }, async () => await ready(driver, plates++, hours[0]!)),
  );
  const told = { list: 0, service: 0 };
  for (const [round, hour] of hours.entries()) {
    // Nobody is looked up for ever: others come in their place.
    if (round > 0 && round % patience === 0) {
      for (const at of all.keys()) all[at] = await ready(driver, plates++, hour);
    }
    const answers = await Promise.all(
      all.map(async (racer) => await press(driver, racer, "contact", agreed(racer))),
    );
    const winners = answers.flatMap(({ outcome }, at) => ("go" in outcome ? [at] : []));
    assert.equal(
      winners.length,
      1,
      `one hour, one winner: ${JSON.stringify(answers.map(({ outcome }) => outcome))}`,
    );
    const next = hours[round + 1];
    for (const [at, racer] of all.entries()) {
      if (at === winners[0]) {
        if (next) all[at] = await ready(driver, plates++, next);
        continue;
      }
      told[await lose(driver, racer, answers[at]!, hour)] += 1;
      if (!next) continue;
      const { outcome } = await press(driver, racer, "appointment", placed(next));
      assert.ok("go" in outcome, JSON.stringify(outcome));
    }
    if (round % 20 === 19) say?.(`${round + 1} of ${rounds} hours of a workshop`);
  }
  const booked = await app.store.db
    .selectFrom("appointments")
    .select(["day", "time"])
    .where("state", "=", "booked")
    .execute();
  assert.deepEqual(
    booked.map(({ day, time }) => `${day} ${time}`).toSorted(),
    hours.map(({ day, time }) => `${day} ${time}`).toSorted(),
    "an appointment for each hour",
  );
  return told;
}
