import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ContinueAnswer, RunState } from "../../../schemas/engine/all.ts";
import { createDriver, type Driver, type Person } from "../support/load-driver.ts";
import { openServed, type Served } from "../support/served.ts";
import { raceForHours } from "../support/race-for-hours.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const before: Record<string, Record<string, unknown>> = {
  car: {
    "car.year": "2020",
    "car.brand": "KIA",
    "car.model": "RIO",
    "car.version": "KIA-RIO-1-4-LX",
    "car.mileage": "3",
    "car.decisive.isOwner": "yes",
    "car.decisive.isAuctionBought": "no",
    "car.decisive.isClassBLicense": "yes",
  },
  person: {
    "person.name": "María José",
    "person.lastName": "Núñez",
    "person.phone": "987654321",
    "person.region": "metropolitanaDeSantiago",
    "person.sellWindow": "immediately",
    "person.terms": true,
  },
  price: {},
};

/** One who has a price, and is about to choose a time. */
interface Racer {
  person: Person;
  state: RunState;
}

type Slot = Record<`inspection.${"region" | "city" | "branch" | "date" | "time"}`, string>;

async function proceed(
  driver: Driver,
  { person, state }: Racer,
  answers: Record<string, unknown>,
  dialog?: { id: string; button: string },
): Promise<ContinueAnswer> {
  const { run, step, version } = state;
  const body = JSON.stringify({ step, version, answers, ...(dialog ? { dialog } : {}) });
  const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
  const told = await driver.ask<ContinueAnswer>(person, "POST", `/api/runs/${run}/continue`, body, headers);
  assert.ok([200, 422].includes(told.status), `${told.status} ${told.bytes.toString()}`);
  return told.body;
}

async function readyRacer(driver: Driver): Promise<Racer> {
  const person = driver.stranger();
  const begun = await driver.ask<RunState>(person, "POST", "/api/runs", { flow: "appraisal", revision: "-" });
  assert.equal(begun.status, 200);
  person.cookie = String(begun.headers["set-cookie"]).split(";", 1)[0]!;
  const racer = { person, state: begun.body };
  for (const [step, answers] of Object.entries(before)) {
    const own = step === "person" ? { ...answers, "person.email": person.email } : answers;
    racer.state = (await proceed(driver, racer, own)).state;
  }
  assert.equal(racer.state.step, "inspection");
  return racer;
}

/** All times that are free now, in all offices of the brand. */
async function freeSlots(app: Served): Promise<Slot[]> {
  const revision = app.definitions.current("SI")!;
  const ask = async <T>(call: string, input: Record<string, unknown> = {}): Promise<T> => {
    const result = await app.services.call({ revision, call: `appraisal.${call}`, input, key: randomUUID() });
    assert.ok(result.ok, call);
    return result.data as T;
  };
  const slots: Slot[] = [];
  for (const { id: region } of await ask<{ id: string }[]>("regions")) {
    for (const { id: city } of await ask<{ id: string }[]>("cities", { regionId: region })) {
      const { data: offices } = await ask<{ data: { id: string }[] }>("branchOffices", { region, city });
      for (const { id: branch } of offices) {
        const { data } = await ask<{ data: Record<string, string[]>[] }>("slotDates", {
          branchOfficeId: branch,
        });
        const times = data
          .flatMap((row) => Object.entries(row))
          .flatMap(([day, all]) => all.map((time) => [day, time]));
        slots.push(
          ...times.map(([day = "", time = ""]) => ({
            "inspection.region": region,
            "inspection.city": city,
            "inspection.branch": branch,
            "inspection.date": day,
            "inspection.time": time,
          })),
        );
      }
    }
  }
  return slots;
}

/** How a loser was told: by the list, or by a dialog whose button makes the person choose again. */
async function lose(
  driver: Driver,
  racer: Racer,
  slot: Slot,
  answer: ContinueAnswer,
): Promise<"list" | "dialog"> {
  let { outcome, options, state } = answer;
  const way = "dialog" in outcome ? "dialog" : "list";
  if ("dialog" in outcome) {
    assert.equal(outcome.dialog, "noAppointment");
    ({ outcome, options, state } = await proceed(driver, { ...racer, state }, slot, {
      id: "noAppointment",
      button: "another",
    }));
    assert.deepEqual(outcome, { close: ["inspection.time"] });
  } else {
    assert.ok("refuse" in outcome, JSON.stringify(outcome));
    assert.deepEqual(outcome.refuse.map(({ path, code }) => [path, code]).at(-1), [
      "inspection.time",
      "notOffered",
    ]);
  }
  const { "inspection.time": time, ...place } = slot;
  const fresh = options?.["times"] ?? [];
  assert.ok(!fresh.some(({ value }) => value === time), "the fresh times are without the one that is gone");
  // All that was answered is still there.
  for (const [path, value] of Object.entries({ ...before["car"], ...before["person"], ...place })) {
    assert.equal(state.answers[path], value, path);
  }
  racer.state = state;
  return way;
}

/** All racers want the same time: one has it, the others keep their answers. */
async function race(driver: Driver, all: Racer[], slot: Slot): Promise<Record<"list" | "dialog", number>> {
  const answers = await Promise.all(all.map((racer) => proceed(driver, racer, slot)));
  const winners = answers.flatMap(({ outcome }, at) => ("go" in outcome ? [at] : []));
  assert.equal(winners.length, 1, "one slot, one winner");
  const told = { list: 0, dialog: 0 };
  for (const [at, racer] of all.entries()) {
    if (at !== winners[0]) told[await lose(driver, racer, slot, answers[at]!)] += 1;
  }
  // The winner is done: somebody new takes the place.
  all[winners[0]!] = await readyRacer(driver);
  return told;
}

export const oneSlot: PromiseTrial = {
  number: 3,
  promise: "One slot, one winner; the loser keeps the answers and sees fresh slots",
  run: async ({ long, later, say }) => {
    const { rounds, racers, hours } = long
      ? { rounds: 200, racers: 50, hours: { rounds: 100, racers: 20, say } }
      : { rounds: 2, racers: 12, hours: { rounds: 2, racers: 6 } };
    const app = await openServed({ later, env: { LIMIT_FACTOR: "100000" } });
    const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}`, connections: racers });
    later(() => driver.close());
    const all = await Promise.all(Array.from({ length: racers }, () => readyRacer(driver)));
    const slots = await freeSlots(app);
    assert.ok(slots.length >= rounds, `${slots.length} slots are too few`);
    const told = { list: 0, dialog: 0 };
    // Spread over the offices and days.
    const apart = Math.floor(slots.length / rounds);
    for (let round = 0; round < rounds; round += 1) {
      const { list, dialog } = await race(driver, all, slots[round * apart]!);
      told.list += list;
      told.dialog += dialog;
      if (long && round % 20 === 19) say(`${round + 1} of ${rounds} rounds`);
    }
    const records = await app.store.db
      .selectFrom("service_records")
      .select(["service", "key", "answer"])
      .execute();
    const of = (service: string) => records.filter((record) => record.service === service);
    assert.equal(of("appraisal.slot").length, rounds, "one slot is taken in each round");
    const booked = of("appraisal.appointment").filter(({ answer }) => (JSON.parse(answer) as Booked).body.Id);
    assert.equal(booked.length, rounds, "and one appointment made");
    assert.equal(told.list + told.dialog, rounds * (racers - 1));
    const lost = await raceForHours(app, driver, hours);
    const winners = rounds + hours.rounds;
    return {
      done: `${rounds} rounds of ${racers} persons at once for one slot of an inspection, ${hours.rounds} of ${hours.racers} for one hour of a workshop, each with a form filled in up to there`,
      figure: `${count(winners)} winners, ${count(winners)} appointments; ${count(told.list + told.dialog + lost.list + lost.service)} losers with all their answers and fresh times, ${count(told.dialog + lost.service)} of them told by the service itself`,
    };
  },
};

interface Booked {
  body: { Id?: string };
}
