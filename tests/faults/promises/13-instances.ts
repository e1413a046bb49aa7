import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { testDataKey } from "../../support/data-keys.ts";
import { startServer, watched, type TestServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { createDriver, type Driver } from "../support/load-driver.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { trialDatabase } from "../support/trial-database.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const flowFile = "schemas/flows/contact/flow.json";
const forms = {
  short: { kills: 1, submissions: 16, atOnce: 8, publishes: 1 },
  long: { kills: 50, submissions: 5000, atOnce: 16, publishes: 20 },
};

const pageOf = async (driver: Driver): Promise<string> =>
  (await driver.ask<string>(undefined, "GET", "/contacto")).body;

/** Milliseconds from the moment that a change is live where it was saved until it is live at the other one. */
async function publish(here: TestServer, drivers: [Driver, Driver], label: string): Promise<number> {
  const text = here.read(flowFile);
  here.write(flowFile, text.replace(/"label": "Comentario[^"]*"/, `"label": "${label}"`));
  await until(
    async () => (await pageOf(drivers[0])).includes(label),
    () => `"${label}" is not live where it was saved`,
  );
  const began = performance.now();
  await until(
    async () => (await pageOf(drivers[1])).includes(label),
    () => `"${label}" does not reach the other one`,
  );
  return performance.now() - began;
}

export const instances: PromiseTrial = {
  number: 13,
  promise: "Several instances on PostgreSQL, one killed: nothing lost; a publish reaches all within a second",
  run: async ({ long, later, say }) => {
    const { kills, submissions, atOnce, publishes } = long ? forms.long : forms.short;
    const url = await trialDatabase({ long, later });
    const start = async (): Promise<TestServer> => {
      const server = await startServer({
        env: {
          ...watched,
          DATABASE_URL: url,
          DATA_KEY: testDataKey,
          TRUST_PROXY: "loopback",
          SERVICES_PORT: "off",
        },
        files: contactAlone(),
      });
      later(() => server.close());
      return server;
    };
    const servers = [await start(), await start()] as [TestServer, TestServer];
    const originOf = ({ port }: TestServer): string => `http://127.0.0.1:${port}`;
    const each = servers.map((server) => createDriver({ origin: () => originOf(server) })) as [
      Driver,
      Driver,
    ];
    // Who gets no answer asks again, of whichever of the two: the dead one too.
    const driver = createDriver({
      origin: () => originOf(servers[Math.random() < 0.5 ? 0 : 1]),
      connections: atOnce,
      host: "si.localhost",
    });
    for (const one of [...each, driver]) later(() => one.close());

    for (let killed = 0; killed < kills; killed += 1) {
      const goal = Math.round((submissions * (killed + 1)) / kills);
      const people = driver.submitAll(goal - Math.round((submissions * killed) / kills), atOnce);
      await wait(Math.random() * 200);
      const victim = servers[killed % 2]!;
      await victim.kill();
      // All are served by the other one, before it is back.
      await people;
      await victim.restart();
      if ((killed + 1) % 10 === 0) say(`${killed + 1} kills, ${driver.acknowledged.length} submissions`);
    }
    let slowest = 0;
    for (let index = 0; index < publishes; index += 1) {
      slowest = Math.max(slowest, await publish(servers[0], each, `Comentario ${index + 1}`));
    }
    // Other tests run beside the short form.
    assert.ok(
      slowest < (long ? 1000 : 5000),
      `a publish took ${Math.round(slowest)} ms to reach the other one`,
    );

    const client = new pg.Client(url);
    await client.connect();
    later(() => client.end());
    const { rows } = await client.query<{ number: string; state: string }>(
      "select number, state from submissions",
    );
    assert.deepEqual(
      rows.filter(({ state }) => state !== "accepted"),
      [],
    );
    assert.deepEqual(
      rows.map(({ number }) => number).toSorted(),
      driver.acknowledged.map(({ number }) => number).toSorted(),
      "what is stored is what was acknowledged",
    );
    const queued = await client.query<{ count: string }>(
      "select count(*) from deliveries where submission is not null and kind = 'mail'",
    );
    assert.equal(Number(queued.rows[0]!.count), submissions, "a receipt for each");
    return {
      done: `Two processes on one PostgreSQL, ${kills} SIGKILLs of one or the other during ${count(submissions)} submissions, ${atOnce} at once; ${publishes} publishes at one of them`,
      figure: `${count(rows.length)} acknowledged, ${count(rows.length)} stored, 0 lost, 0 twice, a receipt queued for each; ${driver.repeated.lost} answers lost and asked for again of the other; a publish reached the other one within ${Math.round(slowest)} ms`,
    };
  },
};
