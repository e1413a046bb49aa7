/** A person who fills in the booking of a service step by step, pressing once: no answer is asked for again. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ContinueAnswer, RunState } from "../../../schemas/engine/all.ts";
import type { Driver, Person } from "./load-driver.ts";

export interface Booker {
  person: Person;
  state: RunState;
  /** All that was answered so far. */
  answers: Record<string, unknown>;
}

export async function beginBooking(driver: Driver): Promise<Booker> {
  const person = driver.stranger();
  const body = { flow: "service-booking", revision: "-" };
  const begun = await driver.ask<RunState>(person, "POST", "/api/runs", body);
  assert.equal(begun.status, 200);
  person.cookie = String(begun.headers["set-cookie"]).split(";", 1)[0]!;
  return { person, state: begun.body, answers: {} };
}

export async function press(
  driver: Driver,
  booker: Booker,
  step: string,
  answers: Record<string, unknown>,
): Promise<ContinueAnswer> {
  const { run, version } = booker.state;
  const path = `/api/runs/${run}/continue`;
  const body = { step, version, answers };
  const headers = { "idempotency-key": randomUUID() };
  const told = await driver.ask<ContinueAnswer>(booker.person, "POST", path, body, headers);
  assert.ok([200, 422].includes(told.status), `${told.status} ${told.bytes.toString()}`);
  booker.state = told.body.state;
  Object.assign(booker.answers, answers);
  return told.body;
}

/** Goes on through these steps. */
export async function goThrough(
  driver: Driver,
  booker: Booker,
  steps: Record<string, Record<string, unknown>>,
): Promise<void> {
  for (const [step, answers] of Object.entries(steps)) {
    const { outcome } = await press(driver, booker, step, answers);
    assert.ok("go" in outcome, `${step}: ${JSON.stringify(outcome)}`);
  }
}

export const contactOf = ({ person }: Booker): Record<string, unknown> => ({
  "contact.identity": person.document,
  "contact.name": "María",
  "contact.lastName": "Soto",
  "contact.phone": "987654321",
  "contact.email": person.email,
});
