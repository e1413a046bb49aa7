import assert from "node:assert/strict";
import type { CurrentAnswer } from "../../../schemas/engine/all.ts";
import { productionEnv } from "../../support/production.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { createDriver, type Driver } from "../support/load-driver.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const forms = {
  short: { requests: 4_000, rounds: 5, submissions: 20 },
  long: { requests: 1_000_000, rounds: 20, submissions: 200 },
};
/** Bytes that the heap may end with above what it had after the warming up; caches fill until then. */
const slack = 4 * 1024 * 1024;
const atOnce = 32;

interface Memory {
  heapUsed: number;
  external: number;
  rss: number;
}

/** What is left after a collection, in bytes. */
async function memoryOf(server: TestServer): Promise<Memory> {
  const said = (): string[] => server.log().match(/^heap-probe .*$/gm) ?? [];
  const before = said().length;
  process.kill(server.pid, "SIGUSR2");
  await until(
    () => said().length > before,
    () => "the server does not say how much memory it uses",
  );
  return JSON.parse(said().at(-1)!.slice("heap-probe ".length)) as Memory;
}

/** Pages, definitions, lists, an unknown address and a refused request in turn, and some submissions. */
async function load(driver: Driver, requests: number, submissions: number, revision: string): Promise<void> {
  const data = { revision, flow: "contact", data: "cities", inputs: {} };
  const asks = [
    () => driver.ask(undefined, "GET", "/"),
    () => driver.ask(undefined, "GET", "/contacto"),
    () => driver.ask(undefined, "GET", `/definitions/${revision}/contact.json`),
    () => driver.ask(undefined, "GET", "/api/health"),
    () => driver.ask(undefined, "POST", "/api/data", data),
    () => driver.ask(undefined, "GET", `/no-hay-${Math.random()}`),
    () => driver.ask(undefined, "POST", "/api/runs", { flow: "contact" }),
  ];
  let done = 0;
  const one = async (): Promise<void> => {
    while (done < requests) {
      done += 1;
      const { status } = await asks[done % asks.length]!();
      if (status >= 500) throw new Error(`answered ${status}`);
    }
  };
  await Promise.all([driver.submitAll(submissions, 2), ...Array.from({ length: atOnce }, one)]);
}

export const memory: PromiseTrial = {
  number: 12,
  promise: "Memory flat over a million requests",
  run: async ({ long, later, say }) => {
    const { requests, rounds, submissions } = long ? forms.long : forms.short;
    const server = await startServer({
      env: { ...productionEnv, TRUST_PROXY: "loopback" },
      files: contactAlone(),
      flags: ["--expose-gc", "--import", "./tests/faults/support/heap-probe.ts"],
    });
    later(() => server.close());
    const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}`, connections: atOnce + 2 });
    later(() => driver.close());
    const person = await driver.begin();
    const { body } = await driver.ask<CurrentAnswer>(person, "GET", "/api/runs?flow=contact");
    const found: Memory[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await load(driver, requests / rounds, submissions / rounds, body.run!.revision);
      found.push(await memoryOf(server));
      say(
        `${count((requests / rounds) * (round + 1))} requests, ${megabytes(found.at(-1)!.heapUsed)} of heap`,
      );
    }
    // The first round is for warming up: pages are drawn and functions compiled then.
    const [, first, ...later_] = found;
    const last = later_.at(-1)!;
    const grown = last.heapUsed - first!.heapUsed;
    assert.ok(
      grown < slack,
      `the heap grew by ${megabytes(grown)}: ${found.map((one) => megabytes(one.heapUsed)).join(", ")}`,
    );
    const outside = last.external - first!.external;
    assert.ok(outside < slack, `what is outside of the heap grew by ${megabytes(outside)}`);
    return {
      done: `${count(requests)} requests to pages, definitions, lists, unknown addresses and refused ones, with ${submissions} submissions among them; memory after a collection, ${rounds} times`,
      figure: `heap ${megabytes(first!.heapUsed)} after the warming up, ${megabytes(last.heapUsed)} at the end; resident ${megabytes(last.rss)}`,
    };
  },
};

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
