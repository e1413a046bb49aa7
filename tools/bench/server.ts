/**
 * `npm run bench -- --server`: what the server adds to what it stands on, side by side with bare Fastify and bare
 * `node:sqlite`, by turns. Ratios hold on any machine, but for that of submissions, which goes by its disk. Each has the
 * same core for itself where there is `taskset`, and the load another one. With `--profile`, where the server's time
 * goes, into `var/profile`.
 */
import { createDriver, type Driver, type Press } from "../../tests/faults/support/load-driver.ts";
import { productionEnv } from "../../tests/support/production.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { median } from "./measure.ts";
import { openReader, submitRate } from "./server/load.ts";
import { keepOff, pinned, startBare, startSilence } from "./server/processes.ts";
import { bytesOfSubmission } from "./server/stored.ts";

const atOnce = 32;
/** Requests of each measurement of reading: short ones, by turns, as the machine is not equally fast all the time. */
const reads = { times: 30, files: 3000, pages: 1000 };
const aims = { revision: 0.95, submissions: 0.7, pages: 10_000 };

/** Rates of each measurement, a second. */
interface Rates {
  revision: number[];
  buffer: number[];
  submissions: number[];
  inserts: number[];
  pages: number[];
}

/** Runs that are begun beforehand, and what each of them will send. */
async function prepare(driver: Driver, count: number): Promise<Press[]> {
  const presses: Press[] = [];
  let left = count;
  const one = async (): Promise<void> => {
    while (left-- > 0) presses.push(driver.press(await driver.begin()));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return presses;
}

const originOf = ({ port }: TestServer): string => `http://127.0.0.1:${port}`;

/** Measures and prints: `submissions` in each round. */
export async function benchServer(rounds = 5, submissions = 2000): Promise<void> {
  keepOff();
  const silence = await startSilence();
  const server = await startServer({
    env: {
      ...productionEnv,
      TRUST_PROXY: "loopback",
      // All come from one address.
      LIMIT_FACTOR: "1000000",
      // What is measured is the submission and its answer: its mails wait, and go out later.
      SMTP_URL: silence.url,
    },
    before: pinned(),
    flags: process.argv.includes("--profile") ? ["--cpu-prof", "--cpu-prof-dir=var/profile"] : [],
  });
  const driver = createDriver({ origin: () => originOf(server), connections: atOnce });
  try {
    print(await measureServer(server, driver, rounds, submissions));
  } finally {
    await driver.close();
    silence.stop();
    await server.close();
  }
}

async function measureServer(
  server: TestServer,
  driver: Driver,
  rounds: number,
  submissions: number,
): Promise<Rates> {
  const origin = originOf(server);
  const host = { host: `si.localhost:${server.port}` };
  const reading = { ...host, "accept-encoding": "br" };
  const person = await driver.begin();
  const { body } = await driver.ask<{ run: { revision: string } }>(person, "GET", "/api/runs?flow=contact");
  const address = `/definitions/${body.run.revision}/contact.json`;
  const file = await driver.ask(undefined, "GET", address, undefined, reading);
  await submitRate(origin, await prepare(driver, 300));
  const size = bytesOfSubmission(server.dataDir);
  // The same bytes, under the same headers: only what finds them differs.
  const named = ["content-type", "content-encoding", "cache-control", "vary", "etag"].map((name) => [
    name,
    file.headers[name],
  ]);
  const bare = await startBare(file.bytes, Object.fromEntries(named) as Record<string, string>, size);
  console.log(`${size} bytes stored for each submission, ${file.bytes.length} bytes of a revision`);
  const readers = {
    revision: await openReader(origin + address, reading),
    buffer: await openReader(`${bare.origin}/buffer`, reading),
    pages: await openReader(`${origin}/contacto`, host),
  };
  const rates: Rates = { revision: [], buffer: [], submissions: [], inserts: [], pages: [] };
  try {
    // What was measured while all of it warmed up does not count.
    for (let time = -10; time < reads.times; time += 1) {
      const measured = {
        revision: await readers.revision.rate(reads.files),
        buffer: await readers.buffer.rate(reads.files),
        pages: await readers.pages.rate(reads.pages),
      };
      if (time >= 0) keep(rates, measured);
    }
    for (let round = -1; round < rounds; round += 1) {
      const ours = await prepare(driver, submissions);
      const inserts = ours.map((press) => ({ ...press, path: "/insert" }));
      const measured = {
        submissions: await submitRate(origin, ours),
        inserts: await submitRate(bare.origin, inserts),
      };
      if (round >= 0) keep(rates, measured);
    }
    return rates;
  } finally {
    for (const reader of Object.values(readers)) reader.close();
    await bare.stop();
  }
}

function keep(rates: Rates, measured: Partial<Record<keyof Rates, number>>): void {
  for (const [name, rate] of Object.entries(measured)) rates[name as keyof Rates].push(rate);
}

function print(rates: Rates): void {
  const perSecond = (name: keyof Rates, what: string): void =>
    console.log(`${Math.round(median(rates[name])).toLocaleString("en-US").padStart(12)} a second  ${what}`);
  perSecond("revision", "a flow of a revision, compressed, from memory");
  perSecond("buffer", "the same bytes from bare Fastify");
  perSecond("submissions", `submissions stored and answered, ${atOnce} connections`);
  perSecond("inserts", "bare inserts of the same bytes, one for each request");
  perSecond("pages", "pages of a form as HTML, cached");
  const ratio = (name: keyof Rates, other: keyof Rates): number =>
    median(rates[name].map((rate, index) => rate / rates[other][index]!));
  const ratios: [string, number, number][] = [
    ["revision : buffer", ratio("revision", "buffer"), aims.revision],
    ["submissions : inserts", ratio("submissions", "inserts"), aims.submissions],
    ["pages : 10,000", median(rates.pages) / aims.pages, 1],
  ];
  console.log("");
  for (const [what, value, aim] of ratios)
    console.log(`${what.padEnd(24)} ${value.toFixed(2)}   the aim is ${aim}`);
}
