/**
 * `npm run bench -- --store`: forty people who fill and send the contact form, by turns with SQLite, with PostgreSQL, and
 * with two servers on one PostgreSQL that share its cores. Both databases keep what they said after a power cut. With
 * `--profile`, where the servers' time goes, into `var/profile`; `--only sqlite,postgres,two` leaves others out.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { testDataKey } from "../../tests/support/data-keys.ts";
import { startPostgres, type Postgres } from "../../tests/support/postgres.ts";
import { productionEnv } from "../../tests/support/production.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { median } from "./measure.ts";
import { fillAndSend, type PeopleResult } from "./server/people.ts";
import { startSilence } from "./server/processes.ts";

const people = 40;
const aims = { postgres: 0.6, two: 1, p95: 500, locks: 0.05 };

const kinds = ["sqlite", "postgres", "two"] as const;
type Kind = (typeof kinds)[number];
const titles: Record<Kind, string> = {
  sqlite: "SQLite, one server",
  postgres: "PostgreSQL, one server",
  two: "PostgreSQL, two servers",
};

interface Measured extends PeopleResult {
  /** Milliseconds of processor of one submission. */
  serverMs: number;
  databaseMs: number;
  loadMs: number;
  /** Part of the time of sessions in a transaction that they wait for a lock. */
  locks: number;
  /** Transactions that PostgreSQL took back. */
  rollbacks: number;
}

/** Milliseconds of processor that a process has had, and those of its children that have ended. */
function processorMs(pid: number | string): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    return 0;
  }
}

/** The same of all processes of the cluster. */
function clusterMs(postmaster: number): number {
  const children = readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]) === postmaster;
    } catch {
      return false;
    }
  });
  return [postmaster, ...children].reduce<number>((sum, pid) => sum + processorMs(pid), 0);
}

interface Cluster extends Postgres {
  postmaster: number;
}

async function startCluster(): Promise<Cluster> {
  const cluster = await startPostgres({ durable: true });
  const client = new pg.Client(`${cluster.url}/postgres`);
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>("show data_directory");
  await client.end();
  const postmaster = Number(readFileSync(`${rows[0]!.data_directory}/postmaster.pid`, "utf8").split("\n")[0]);
  return { ...cluster, postmaster };
}

/** Looks every so often at who waits for whom, until it is told to stop. */
function watchLocks(client: pg.Client): { stop(): Promise<number> } {
  let stopping = false;
  const seen = { all: 0, waiting: 0 };
  const watching = (async () => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- `stop` sets it
    while (!stopping) {
      const { rows } = await client.query<{ all: string; waiting: string }>(
        `select count(*) as all, count(*) filter (where wait_event_type = 'Lock') as waiting
         from pg_stat_activity
         where datname = current_database() and state != 'idle' and pid != pg_backend_pid()`,
      );
      seen.all += Number(rows[0]!.all);
      seen.waiting += Number(rows[0]!.waiting);
      await wait(25);
    }
  })();
  return {
    stop: async () => {
      stopping = true;
      await watching;
      return seen.all === 0 ? 0 : seen.waiting / seen.all;
    },
  };
}

let databases = 0;

async function measureOne(kind: Kind, cluster: Cluster, silence: string, seconds: number): Promise<Measured> {
  const shared = kind !== "sqlite";
  const client = new pg.Client(`${cluster.url}/postgres`);
  await client.connect();
  const database = `bench_${(databases += 1)}`;
  await client.query(`create database ${database}`);
  await client.end();
  const url = `${cluster.url}/${database}`;
  const start = (): Promise<TestServer> =>
    startServer({
      env: {
        ...productionEnv,
        TRUST_PROXY: "loopback",
        LIMIT_FACTOR: "1000000",
        SMTP_URL: silence,
        DEFINITIONS_WATCH: "off",
        ...(shared ? { DATABASE_URL: url, DATA_KEY: testDataKey } : {}),
      },
      flags: process.argv.includes("--profile") ? ["--cpu-prof", `--cpu-prof-dir=var/profile/${kind}`] : [],
    });
  const servers = [await start()];
  if (kind === "two") servers.push(await start());
  const observer = new pg.Client(url);
  await observer.connect();
  try {
    const origins = servers.map(({ port }) => `http://127.0.0.1:${port}`);
    await fillAndSend(origins, { people, seconds: Math.max(2, seconds / 4) });
    const rollbacks = async (): Promise<number> => {
      const { rows } = await observer.query<{ xact_rollback: string }>(
        "select xact_rollback from pg_stat_database where datname = current_database()",
      );
      return Number(rows[0]!.xact_rollback);
    };
    const before = {
      server: servers.reduce((sum, { pid }) => sum + processorMs(pid), 0),
      database: clusterMs(cluster.postmaster),
      load: processorMs(process.pid),
      rollbacks: await rollbacks(),
    };
    const locks = watchLocks(observer);
    const result = await fillAndSend(origins, { people, seconds });
    const waited = await locks.stop();
    const each = (now: number, then: number): number => (now - then) / Math.max(1, result.submissions);
    return {
      ...result,
      serverMs: each(
        servers.reduce((sum, { pid }) => sum + processorMs(pid), 0),
        before.server,
      ),
      databaseMs: shared ? each(clusterMs(cluster.postmaster), before.database) : 0,
      loadMs: each(processorMs(process.pid), before.load),
      locks: shared ? waited : 0,
      rollbacks: shared ? (await rollbacks()) - before.rollbacks : 0,
    };
  } finally {
    await observer.end();
    // Not asked to end well: each would wait for the mail under way, which nobody answers.
    for (const server of servers) {
      // A profile is written by a process that ends by itself.
      if (process.argv.includes("--profile")) await server.stop().catch(() => {});
      await server.kill();
      await server.close();
    }
  }
}

/** Measures and prints. */
export async function benchStore(rounds = 3, seconds = 8): Promise<void> {
  const named = (name: string): string | undefined =>
    process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
  const wanted = named("--only")?.split(",") ?? kinds;
  const all: Record<Kind, Measured[]> = { sqlite: [], postgres: [], two: [] };
  const silence = await startSilence();
  const cluster = await startCluster();
  try {
    for (let round = 0; round < Number(named("--rounds") ?? rounds); round += 1) {
      for (const kind of kinds.filter((one) => wanted.includes(one))) {
        const length = Number(named("--seconds") ?? seconds);
        all[kind].push(await measureOne(kind, cluster, silence.url, length));
      }
    }
  } finally {
    silence.stop();
    await cluster.stop();
  }
  print(all);
}

function print(all: Record<Kind, Measured[]>): void {
  console.log(
    "                           sent/s  p50 ms  p95 ms  slowest  server ms  database ms  load ms  lock waits  rolled back  not 2xx",
  );
  const of = (kind: Kind, name: Exclude<keyof Measured, "refused">): number =>
    median(all[kind].map((one) => one[name]));
  for (const kind of kinds.filter((one) => all[one].length > 0)) {
    const refused = all[kind].flatMap((one) => Object.entries(one.refused));
    const cells = [
      of(kind, "rate").toFixed(1).padStart(8),
      of(kind, "p50").toFixed(0).padStart(8),
      of(kind, "p95").toFixed(0).padStart(8),
      of(kind, "slowest").toFixed(0).padStart(9),
      of(kind, "serverMs").toFixed(2).padStart(11),
      of(kind, "databaseMs").toFixed(2).padStart(13),
      of(kind, "loadMs").toFixed(2).padStart(9),
      `${(of(kind, "locks") * 100).toFixed(1)} %`.padStart(12),
      of(kind, "rollbacks").toFixed(0).padStart(13),
      refused.length === 0 ? "none".padStart(9) : ` ${JSON.stringify(refused)}`,
    ];
    console.log(titles[kind].padEnd(25) + cells.join(""));
  }
  const ratio = (kind: Kind, other: Kind): number | undefined =>
    all[kind].length > 0 && all[other].length > 0
      ? median(all[kind].map(({ rate }, round) => rate / all[other][round]!.rate))
      : undefined;
  const lines: [string, number | undefined, number][] = [
    ["PostgreSQL : SQLite", ratio("postgres", "sqlite"), aims.postgres],
    ["two servers : one", ratio("two", "postgres"), aims.two],
  ];
  console.log("");
  for (const [what, value, aim] of lines)
    if (value !== undefined) console.log(`${what.padEnd(24)} ${value.toFixed(2)}   the aim is ${aim}`);
  console.log(
    `p95 at most ${aims.p95} ms, waits for locks under ${aims.locks * 100} %, everything answered with 2xx`,
  );
}
