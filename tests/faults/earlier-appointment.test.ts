/**
 * A car has an appointment, its person books another, the server dies on the way, and nobody comes back. There is one
 * appointment: with our own workshops at every moment, with a service that knows only how to book and to cancel afterwards.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import {
  bookingBase,
  carAnswers,
  dayAfter,
  hourAnswers,
  startBookingUpstream,
} from "../support/booking-upstream.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { propertyRuns } from "../support/properties.ts";
import { openedDatabase } from "../support/opened-database.ts";
import { createDriver, type Driver } from "./support/load-driver.ts";

const upstream = await startBookingUpstream();
const { standIn } = upstream;
const server = await startServer({
  env: { ...upstream.env, TRUST_PROXY: "loopback", SERVICES_PORT: "off", LIMIT_FACTOR: "100" },
});
const embedded = await startServer({
  env: { TRUST_PROXY: "loopback", SERVICES_PORT: "off", LIMIT_FACTOR: "100" },
});
const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}` });
const ownDriver = createDriver({ origin: () => `http://127.0.0.1:${embedded.port}` });
afterAll(async () => {
  for (const one of [driver, ownDriver]) await one.close();
  for (const one of [server, embedded]) await one.close();
  await standIn.stop();
});

type Step = Record<string, unknown>;

const steps: Step[] = [
  { "service.chosen": "3" },
  carAnswers,
  hourAnswers(dayAfter(2)),
  {
    "contact.identity": "12345678-5",
    "contact.name": "María",
    "contact.lastName": "Soto",
    "contact.phone": "987654321",
    "contact.email": "maria@correo.cl",
    "contact.terms": true,
  },
];

/** Presses once, as a tab that is closed then: an answer that is lost is not asked for again. */
async function bookOnce(driver: Driver, steps: Step[], pressed: () => void = () => {}): Promise<void> {
  const person = driver.stranger();
  const body = { flow: "service-booking", revision: "-" };
  const begun = await driver.ask<RunState>(person, "POST", "/api/runs", body);
  person.cookie = String(begun.headers["set-cookie"]).split(";", 1)[0]!;
  let state = begun.body;
  const press = async (answers: object, dialog?: object): Promise<ContinueAnswer> => {
    const { run, step, version } = state;
    const told = await driver.ask<ContinueAnswer>(
      person,
      "POST",
      `/api/runs/${run}/continue`,
      { step, version, answers, ...(dialog && { dialog }) },
      { "idempotency-key": randomUUID() },
    );
    if (told.status !== 200) throw new Error(JSON.stringify(told.body));
    state = told.body.state;
    return told.body;
  };
  for (const answers of steps.slice(0, -1)) {
    const { outcome } = await press(answers);
    if ("dialog" in outcome) await press({}, { id: outcome.dialog, button: "continue" });
  }
  const last = press(steps.at(-1)!);
  pressed();
  await last.catch(() => undefined);
}

test.each(["the new one is booked", "the earlier one is to go", "the earlier one is gone"] as const)(
  "the server is killed when %s",
  async (when) => {
    // What the workshop has: one for each key, as its own service does.
    const held = new Map<string, string>([["earlier", "earlier"]]);
    let deaths = 0;
    const die = async (at: typeof when): Promise<void> => {
      if (at !== when || deaths > 0) return;
      deaths += 1;
      await server.kill();
    };
    standIn.set("GET /customer/api/appointment", () => ({
      body: held.has("earlier") ? [{ id: "earlier" }] : [],
    }));
    standIn.set(`POST ${bookingBase}`, async ({ headers }) => {
      held.set(String(headers["idempotency-key"]), "new");
      await die("the new one is booked");
      return { body: {} };
    });
    standIn.set("DELETE /customer/api/appointment", async () => {
      await die("the earlier one is to go");
      held.delete("earlier");
      await die("the earlier one is gone");
      return { body: {} };
    });
    await bookOnce(driver, steps);
    expect(deaths).toBe(1);
    const before = server.log().length;
    await server.restart();
    await until(
      () => server.log().slice(before).includes("an interrupted submission was resumed"),
      () => "nobody resumed it",
    );
    await until(
      () => !held.has("earlier"),
      () => `there are ${[...held.values()].join(" and ")}`,
    );
    expect([...held.values()]).toEqual(["new"]);
  },
);

/** At our own workshop: the same car, another hour. */
const ownSteps = (time: string): Step[] =>
  steps.map((step) => {
    if ("service.chosen" in step) return { "service.chosen": "2" };
    if ("vehicle.search" in step) return { ...step, "vehicle.car.model": "CHEVROLET-ONIX" };
    if (!("appointment.time" in step)) return step;
    return {
      ...step,
      "appointment.branch": "9d2eb376-ee4f-5883-bf8d-39bc9e9acc67",
      "appointment.adviser": "SI-101-2",
      "appointment.date": workday,
      "appointment.time": time,
    };
  });

const { countries } = JSON.parse(readFileSync("fixtures/reference/public-holidays.json", "utf8")) as {
  countries: { CL: { date: string }[] };
};

/** Among the next days one on which our workshops work. */
const workday = [2, 3, 4, 5, 6, 7, 8, 9]
  .map(dayAfter)
  .find(
    (day) => ![0, 6].includes(new Date(day).getUTCDay()) && !countries.CL.some(({ date }) => date === day),
  )!;

const booked = (): string[] => {
  const database = openedDatabase(embedded.dataDir);
  const rows = database.prepare("select time from appointments where state = 'booked'").all();
  database.close();
  return rows.map(({ time }) => String(time));
};

test(
  "our own workshops have one at every moment, whenever the server is killed",
  { timeout: 600_000 * propertyRuns(1) },
  async () => {
    const began = performance.now();
    await bookOnce(ownDriver, ownSteps("09:00"));
    expect(booked()).toEqual(["09:00"]);
    const pressTime = (performance.now() - began) / steps.length;
    for (let at = 0; at < propertyRuns(2); at += 1) {
      const time = ["09:30", "10:00", "10:30", "11:00", "11:30"][at % 5]!;
      let kill: Promise<void> | undefined;
      await bookOnce(ownDriver, ownSteps(time), () => {
        kill = wait((1 + (at % 2)) * pressTime * Math.random()).then(() => embedded.kill());
      });
      await kill;
      const [only, ...more] = booked();
      expect([only, more]).toEqual([expect.any(String), []]);
      await embedded.restart();
    }
    // Who is not interrupted has theirs, in the place of whatever there was.
    await bookOnce(ownDriver, ownSteps("12:00"));
    await until(
      () => booked().join() === "12:00",
      () => `there are ${booked().join(" and ")}`,
    );
  },
);
