/**
 * A car has an appointment, its person books another, the server dies on the way, and nobody comes back. There is one
 * appointment afterwards: neither two nor none.
 */
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import { bookingBase, dayAfter, startBookingUpstream } from "../support/booking-upstream.ts";
import { startServer, unwatched } from "../support/server.ts";
import { until } from "../support/until.ts";
import { createDriver } from "./support/load-driver.ts";

const upstream = await startBookingUpstream();
const { standIn } = upstream;
const server = await startServer({
  env: { ...upstream.env, ...unwatched, TRUST_PROXY: "loopback", SERVICES_PORT: "off", LIMIT_FACTOR: "100" },
});
const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}` });
afterAll(async () => {
  await driver.close();
  await server.close();
  await standIn.stop();
});

const steps = [
  { "service.chosen": "3" },
  {
    "vehicle.search": "plate",
    "vehicle.car.plate": "BBBB12",
    "vehicle.car.brand": "Chevrolet",
    "vehicle.car.model": "m1",
    "vehicle.car.year": "2020",
    "vehicle.car.mileage": 52_000,
  },
  {
    "appointment.city": "Santiago",
    "appointment.branch": "w1",
    "appointment.adviser": "a1",
    "appointment.date": dayAfter(2),
    "appointment.time": "09:00",
    "appointment.description": "Suena al frenar",
  },
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
async function bookOnce(): Promise<void> {
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
  await press(steps.at(-1)!).catch(() => undefined);
}

test.each(["the new one is booked", "the earlier one is to go", "the earlier one is gone"] as const)(
  "the server is killed when %s",
  { timeout: 60_000 },
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
    await bookOnce();
    expect(deaths).toBe(1);
    const before = server.log().length;
    await server.restart();
    await until(
      () => server.log().slice(before).includes("an interrupted submission was resumed"),
      20_000,
      () => "nobody resumed it",
    );
    await until(
      () => !held.has("earlier"),
      20_000,
      () => `there are ${[...held.values()].join(" and ")}`,
    );
    expect([...held.values()]).toEqual(["new"]);
  },
);
