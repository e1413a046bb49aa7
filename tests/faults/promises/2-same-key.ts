import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ApiProblem, CurrentAnswer } from "../../../schemas/engine/all.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { createDriver, type Driver, type Person, type Told } from "../support/load-driver.ts";
import { openServed } from "../support/served.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const racers = 50;

const errorOf = ({ body }: Told): string => (body as Partial<ApiProblem>).error ?? "";

async function press(driver: Driver, person: Person, key: string, changes = {}): Promise<Told> {
  const { path, headers, body } = driver.press({ ...person, key }, changes);
  return await driver.ask(person, "POST", path, body, headers);
}

/** All of them at once with one key: the same answer for all, and nobody is told anything else. */
async function race(driver: Driver): Promise<void> {
  const person = await driver.begin();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: racers }, () => press(driver, person, key)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(({ bytes }) => bytes.toString())).size, 1, "one answer for one key");
  // The same key for something else is refused, also after the end.
  const other = await press(driver, person, key, { "request.comment": "Otra cosa." });
  assert.deepEqual([other.status, errorOf(other)], [422, "key-reused"]);
}

/** A double click that is two attempts: one is done, the other is told so. */
async function doubleClick(driver: Driver): Promise<void> {
  const person = await driver.begin();
  const both = await Promise.all([press(driver, person, randomUUID()), press(driver, person, randomUUID())]);
  const [won, lost] = both.toSorted((a, b) => a.status - b.status) as [Told, Told];
  assert.equal(won.status, 200);
  assert.equal(lost.status, 409);
  assert.ok(["busy", "stale"].includes(errorOf(lost)), errorOf(lost));
}

/** Refresh shows what was done; Back and the button again change nothing. */
async function refreshAndBack(driver: Driver): Promise<void> {
  const person = await driver.begin();
  const key = randomUUID();
  const first = await press(driver, person, key);
  const current = await driver.ask<CurrentAnswer>(person, "GET", "/api/runs?flow=contact");
  assert.equal(current.body.run?.status, "done");
  const back = await press(driver, person, randomUUID());
  assert.deepEqual([back.status, errorOf(back)], [409, "stale"]);
  const again = await press(driver, person, key);
  assert.equal(again.bytes.toString(), first.bytes.toString());
}

export const sameKey: PromiseTrial = {
  number: 2,
  promise: "The same idempotency key gives the same answer; the same key with another body is refused",
  run: async ({ long, later }) => {
    const rounds = long ? 200 : 2;
    const app = await openServed({ later });
    const proxy = await startFaultProxy(app.port);
    later(() => proxy.close());
    const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}`, connections: racers });
    later(() => driver.close());
    const unlucky = createDriver({ origin: () => `http://127.0.0.1:${proxy.port}`, connections: 4 });
    later(() => unlucky.close());
    for (let round = 0; round < rounds; round += 1) {
      await race(driver);
      await doubleClick(driver);
      await refreshAndBack(driver);
      // Half of all answers never come back: a press is repeated until one does.
      await proxy.set({ kind: "none" });
      const person = await unlucky.begin();
      await proxy.set({ kind: "lost", share: 0.5 });
      await unlucky.send(person);
    }
    const { submissions } = await app.counted();
    assert.equal(submissions, 4 * rounds, "one submission for each person");
    return {
      done: `${rounds} rounds of ${racers} in parallel with one key, of a double click, of refresh and Back, and of lost answers asked for again`,
      figure: `${count(submissions)} persons, ${count(submissions)} submissions; ${count(rounds * racers)} racers got ${rounds} answers; ${count(rounds)} other bodies refused; ${unlucky.repeated.lost} lost answers repeated`,
    };
  },
};
