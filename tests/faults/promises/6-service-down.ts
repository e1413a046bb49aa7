import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { CurrentAnswer } from "../../../schemas/engine/all.ts";
import { startFaultProxy, type FaultProxy } from "../support/fault-proxy.ts";
import { answersOf, createDriver, type Driver, type Person } from "../support/load-driver.ts";
import { openServed, type Served } from "../support/served.ts";
import { count, type PromiseTrial } from "../support/trial.ts";
import { paths, startUpstream, type Upstream } from "../support/upstream.ts";

const minutes = 10;

interface Setting {
  app: Served;
  driver: Driver;
  upstream: Upstream;
  /** Before the service whose answer nobody waits for, and before the one that the flow waits for. */
  unawaited: FaultProxy;
  awaited: FaultProxy;
}

/** Nobody waits for its answer: everyone is served while it is down, and it gets everything afterwards. */
async function whileUnawaitedIsDown(
  { app, driver, upstream, unawaited }: Setting,
  each: number,
): Promise<void> {
  const before = upstream.effects(paths.webForm).size;
  for (let minute = 0; minute < minutes; minute += 1) {
    // In the middle it answers, and its answers are lost: what it got then it gets again, under the same key.
    await unawaited.set(minute === minutes / 2 ? { kind: "lost" } : { kind: "down" });
    await driver.submitAll(each, each);
    await app.pass(60);
  }
  const { undelivered } = await app.counted();
  assert.ok(undelivered >= each * (minutes - 1), "nothing was delivered while it was down");
  await unawaited.set({ kind: "none" });
  const ends = performance.now() + 45_000;
  while ((await app.counted()).undelivered > 0) {
    assert.ok(performance.now() < ends, "not everything was delivered afterwards");
    // Somebody comes: time passes and the worker looks.
    await app.pass(120);
    await driver.submit();
    await wait(250);
  }
  const effects = upstream.effects(paths.webForm);
  assert.equal(effects.size - before, driver.acknowledged.length, "everyone's request arrived");
  for (const [email, keys] of effects) assert.equal(keys.size, 1, `${email} has one effect`);
}

/** The flow waits for its answer: a failure page, the answers kept, and then the same attempt without a second effect. */
async function whileAwaitedIsDown(
  { app, driver, upstream, awaited }: Setting,
  people: number,
): Promise<void> {
  const persons: Person[] = [];
  for (let index = 0; index < people; index += 1) persons.push(await driver.begin());
  await awaited.set({ kind: "down" });
  for (const person of persons) await assertFailed(driver, person);
  await app.pass(60 * minutes);
  await awaited.set({ kind: "lost" });
  for (const person of persons) await assertFailed(driver, person);
  await awaited.set({ kind: "none" });
  for (const person of persons) await insistUntilDone(driver, person);
  const effects = upstream.effects(paths.sendEmail);
  for (const { email } of persons) assert.equal(effects.get(email)?.size, 1, `${email} has one effect`);
}

async function assertFailed(driver: Driver, person: Person): Promise<void> {
  const { state, outcome } = await driver.send(person);
  assert.ok("redirect" in outcome && outcome.failure, `a failure is said: ${JSON.stringify(outcome)}`);
  assert.equal(state.status, "open");
  const { body } = await driver.ask<CurrentAnswer>(person, "GET", "/api/runs?flow=contact");
  assert.deepEqual(body.run?.answers, answersOf(person), "the answers are kept");
}

/** As a person would, again and again: a service that was away for long may be asked only after some seconds. */
async function insistUntilDone(driver: Driver, person: Person): Promise<void> {
  const ends = performance.now() + 45_000;
  while ((await driver.send(person)).state.status !== "done") {
    assert.ok(performance.now() < ends, "the retry does not succeed");
    await wait(300);
  }
}

export const serviceDown: PromiseTrial = {
  number: 6,
  promise:
    "A service down for ten minutes: where nobody waits for its answer, all accepted and delivered afterwards; where the flow waits for it, a clear error, answers kept, and the retry succeeds without a second effect",
  run: async ({ long, later }) => {
    const [each, people] = long ? [100, 200] : [2, 3];
    const upstream = await startUpstream();
    later(() => upstream.stop());
    const [unawaited, awaited] = [await startFaultProxy(upstream.port), await startFaultProxy(upstream.port)];
    later(() => unawaited.close());
    later(() => awaited.close());
    const app = await openServed({
      later,
      env: {
        UPSTREAM_CRM: `http://127.0.0.1:${unawaited.port}`,
        UPSTREAM_CLIENT_SERVICE: `http://127.0.0.1:${awaited.port}`,
      },
    });
    const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}` });
    later(() => driver.close());
    const setting = { app, driver, upstream, unawaited, awaited };
    await whileUnawaitedIsDown(setting, each);
    const accepted = driver.acknowledged.length;
    await whileAwaitedIsDown(setting, people);
    const { submissions } = await app.counted();
    assert.equal(submissions, driver.persons.size);
    return {
      done: `Ten minutes (by the clock) without the CRM and without customer service, one of the ten with answers lost; ${count(driver.persons.size)} persons`,
      figure: `${count(accepted)} of ${count(accepted)} accepted and delivered afterwards; ${count(2 * people)} clear failures with answers kept, ${count(people)} of ${count(people)} retries succeeded; 0 second effects`,
    };
  },
};
