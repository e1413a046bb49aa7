import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ApiProblem, CurrentAnswer, RunState } from "../../../schemas/engine/all.ts";
import { startPaymentStandIn } from "../../../server/payments/stand-in/stand-in.ts";
import { paymentSettings } from "../../support/payments.ts";
import { acceptTerms, fillInPurchase, usedCars } from "../support/buy-car.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { createDriver, type Driver, type Person, type Told } from "../support/load-driver.ts";
import { openServed } from "../support/served.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const racers = 50;

/** What is pressed: of the last button of a form, or of a payment, which holds the car and begins once. */
interface Subject {
  /** Somebody who has come up to the button. */
  ready(driver: Driver): Promise<Person>;
  step: string;
  /** Another body. */
  other: Record<string, unknown>;
  /** Where the state of their run is asked for. */
  runs(person: Person): string;
  /** Whether it is done with the first press. */
  isDone(run: RunState): boolean;
}

const message: Subject = {
  ready: (driver) => driver.begin(),
  step: "request",
  other: { "request.comment": "Otra cosa." },
  runs: () => "/api/runs?flow=contact",
  isDone: ({ status }) => status === "done",
};

/** Each person buys a car of their own: of one only its holder comes up to the payment. */
async function purchase(): Promise<Subject> {
  const cars = await usedCars("SI", Infinity);
  const of = new Map<Person, string>();
  return {
    ready: async (driver) => {
      const buyer = await fillInPurchase(driver, "SI", cars.shift()!);
      assert.ok(await acceptTerms(buyer), "nobody else wants this car");
      of.set(buyer.person, buyer.car);
      return buyer.person;
    },
    step: "payment",
    other: { "payment.moreTime": true },
    runs: (person) => `/api/runs?flow=vehicle-purchase&subject=${of.get(person)}`,
    isDone: ({ wait }) => wait?.page !== undefined,
  };
}

const errorOf = ({ body }: Told): string => (body as Partial<ApiProblem>).error ?? "";

async function press(
  { driver, subject: { step } }: Scene,
  person: Person,
  key: string,
  changes = {},
): Promise<Told> {
  const { path, headers, body } = driver.press({ ...person, key }, changes, step);
  return await driver.ask(person, "POST", path, body, headers);
}

interface Scene {
  driver: Driver;
  subject: Subject;
}

/** All of them at once with one key: the same answer for all, and nobody is told anything else. */
async function race(scene: Scene): Promise<void> {
  const person = await scene.subject.ready(scene.driver);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: racers }, () => press(scene, person, key)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(({ bytes }) => bytes.toString())).size, 1, "one answer for one key");
  // The same key for something else is refused, also after the end.
  const other = await press(scene, person, key, scene.subject.other);
  assert.deepEqual([other.status, errorOf(other)], [422, "key-reused"]);
}

/** A double click that is two attempts: one is done, the other is told so. */
async function doubleClick(scene: Scene): Promise<void> {
  const person = await scene.subject.ready(scene.driver);
  const both = await Promise.all([press(scene, person, randomUUID()), press(scene, person, randomUUID())]);
  const [won, lost] = both.toSorted((a, b) => a.status - b.status) as [Told, Told];
  assert.equal(won.status, 200);
  assert.equal(lost.status, 409);
  assert.ok(["busy", "stale"].includes(errorOf(lost)), errorOf(lost));
}

/** Refresh shows what was done; Back and the button again change nothing. */
async function refreshAndBack(scene: Scene): Promise<void> {
  const { driver, subject } = scene;
  const person = await subject.ready(driver);
  const key = randomUUID();
  const first = await press(scene, person, key);
  const current = await driver.ask<CurrentAnswer>(person, "GET", subject.runs(person));
  assert.ok(current.body.run && subject.isDone(current.body.run), "a refresh shows what was done");
  const back = await press(scene, person, randomUUID());
  assert.deepEqual([back.status, errorOf(back)], [409, "stale"]);
  const again = await press(scene, person, key);
  assert.equal(again.bytes.toString(), first.bytes.toString());
}

export const sameKey: PromiseTrial = {
  number: 2,
  promise: "The same idempotency key gives the same answer; the same key with another body is refused",
  run: async ({ long, later }) => {
    const standIn = await startPaymentStandIn({ mode: "development", port: 0 });
    later(() => standIn.close());
    const app = await openServed({ later, env: { ...paymentSettings(standIn), LIMIT_FACTOR: "100" } });
    const proxy = await startFaultProxy(app.port);
    later(() => proxy.close());
    const subjects: { form: string; rounds: number; subject: Subject }[] = [
      { form: "contact", rounds: long ? 200 : 2, subject: message },
      { form: "vehicle-purchase", rounds: long ? 50 : 1, subject: await purchase() },
    ];
    let lost = 0;
    for (const { form, rounds, subject } of subjects) {
      const given = form === "contact" ? {} : { form: { flow: form, step: "version", answers: () => ({}) } };
      const driver = createDriver({
        origin: () => `http://127.0.0.1:${app.port}`,
        connections: racers,
        ...given,
      });
      later(() => driver.close());
      const unlucky = createDriver({
        origin: () => `http://127.0.0.1:${proxy.port}`,
        connections: 4,
        ...given,
      });
      later(() => unlucky.close());
      for (let round = 0; round < rounds; round += 1) {
        await race({ driver, subject });
        await doubleClick({ driver, subject });
        await refreshAndBack({ driver, subject });
        // Half of all answers never come back: a press is repeated until one does.
        await proxy.set({ kind: "none" });
        const person = await subject.ready(unlucky);
        await proxy.set({ kind: "lost", share: 0.5 });
        await unlucky.send(person, {}, subject.step);
      }
      lost += unlucky.repeated.lost;
    }
    const [messages, bought] = subjects.map(({ rounds }) => 4 * rounds) as [number, number];
    const { submissions } = await app.counted();
    assert.equal(submissions, messages, "one submission for each person");
    const payments = await app.store.db.selectFrom("payments").select("run").execute();
    assert.equal(payments.length, bought, "one payment for each buyer");
    assert.equal(new Set(payments.map(({ run }) => run)).size, bought, "nobody pays twice");
    const rounds = (messages + bought) / 4;
    return {
      done: `${rounds} rounds, ${bought / 4} of them at the payment of a car, of ${racers} in parallel with one key, of a double click, of refresh and Back, and of lost answers asked for again`,
      figure: `${count(messages)} persons, ${count(submissions)} submissions; ${count(bought)} buyers, ${count(payments.length)} payments begun; ${count(rounds * racers)} racers got ${count(rounds)} answers; ${count(rounds)} other bodies refused; ${count(lost)} lost answers repeated`,
    };
  },
};
