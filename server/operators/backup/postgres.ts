/** The PostgreSQL database in a backup, and out of it: by PostgreSQL's own programs. */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { Env } from "../../config/settings.ts";
import { BackupError, withoutFile } from "./manifest.ts";
import type { BackupContents } from "./sqlite.ts";

const execute = promisify(execFile);
const debianFolder = "/usr/lib/postgresql";

type Program = "pg_dump" | "pg_restore";

/** Where Debian puts the programs of several versions. */
async function candidates(name: Program): Promise<string[]> {
  const versions = await readdir(debianFolder).catch(() => [] as string[]);
  return [name, ...versions.map((version) => join(debianFolder, version, "bin", name))];
}

async function majorOf(program: string): Promise<number | undefined> {
  try {
    const { stdout } = await execute(program, ["--version"]);
    return Number(/\) (\d+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}

/** The program that knows this version of the server: the same, else the next newer one. */
async function programFor(name: Program, major: number): Promise<string> {
  const known = await Promise.all(
    (await candidates(name)).map(async (path) => ({ path, major: (await majorOf(path)) ?? 0 })),
  );
  const [fit] = known.filter((one) => one.major >= major).toSorted((a, b) => a.major - b.major);
  if (fit) return fit.path;
  throw new BackupError(
    `Falta ${name} de PostgreSQL ${major} o más nuevo: instala el paquete postgresql-client-${major}`,
    `${name} of PostgreSQL ${major} or newer is missing: install the package postgresql-client-${major}`,
  );
}

/** Runs a program on a database; the password stands in no list of processes. */
async function runProgram(program: string, url: string, words: string[], env: Env): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  try {
    await execute(program, [...words, "--no-password", `--dbname=${address.href}`], {
      // Left out, it has this process's.
      ...(password === "" ? {} : { env: { ...env, PGPASSWORD: password } }),
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new BackupError(`${program} falló`, `${program} failed: ${(stderr ?? String(error)).trim()}`);
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "vitrina-backup" });
  // What is lost while a program is at work is told by the next query; unheard, it would end us before we clear up.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function majorAt(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
  return Math.floor(Number(rows[0]!.server_version_num) / 10_000);
}

async function tablesAt(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = current_schema() order by tablename",
  );
  return rows.map(({ tablename }) => tablename);
}

async function countAt(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from ${client.escapeIdentifier(table)}`,
  );
  return Number(rows[0]!.count);
}

async function holdingsAt(client: pg.Client): Promise<BackupContents> {
  const rows: Record<string, number> = {};
  const tables = await tablesAt(client);
  for (const table of tables) rows[table] = await countAt(client, table);
  const keys = tables.includes("data_keys")
    ? (await client.query<{ id: string }>("select id from data_keys order by id")).rows
    : [];
  const version = await client.query<{ version: number }>("select max(version) as version from migrations");
  const files = await client.query<{ id: string; stored: string }>(
    `select id, stored from files where stored is not null${
      tables.includes("opportunity_documents")
        ? " union all select id, stored from opportunity_documents where stored is not null"
        : ""
    } order by stored`,
  );
  return { schema: version.rows[0]!.version, rows, keys: keys.map(({ id }) => id), files: files.rows };
}

/** Dumps a database that others may be writing to, as it is at one moment. */
export const dumpPostgres = (url: string, target: string, env: Env): Promise<BackupContents> =>
  withClient(url, async (client) => {
    const program = await programFor("pg_dump", await majorAt(client));
    // The dump and what we look at ourselves are of the same moment.
    await client.query("begin isolation level repeatable read read only");
    const { rows } = await client.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
    const holdings = await holdingsAt(client);
    await runProgram(
      program,
      url,
      [
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        `--snapshot=${rows[0]!.snapshot}`,
        `--file=${target}`,
      ],
      env,
    );
    await client.query("commit");
    return holdings;
  });

/** A server that has just stopped is in PostgreSQL's list for a moment more. */
async function staysUsed(client: pg.Client): Promise<boolean> {
  for (const delayMs of [100, 400, 1_500, undefined]) {
    const others = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'vitrina'",
    );
    if (others.rows.length === 0) return false;
    if (delayMs !== undefined) await setTimeout(delayMs);
  }
  return true;
}

/**
 * Makes sure that a database may be replaced: nobody has it open, it is ours or empty, and it has nothing that people
 * sent, unless `replace`.
 * @throws {BackupError}
 */
export const refuseUsedPostgres = (url: string, replace: boolean): Promise<void> =>
  withClient(url, async (client) => {
    if (await staysUsed(client)) {
      throw new BackupError(
        "La base de datos de destino está en uso: detén los servidores primero",
        "The target database is in use: stop the servers first",
      );
    }
    const tables = await tablesAt(client);
    if (tables.length === 0) return;
    if (!tables.includes("migrations")) {
      throw new BackupError(
        "La base de datos de destino es de otro programa",
        `The target database is another program's: it has ${tables.slice(0, 5).join(", ")}`,
      );
    }
    if (replace) return;
    for (const table of tables) {
      if (["migrations", "revisions", "data_keys"].includes(table)) continue;
      if ((await countAt(client, table)) === 0) continue;
      throw new BackupError(
        "La base de datos de destino tiene datos: con --replace se reemplaza",
        `The target database has data (${table}): --replace replaces it`,
      );
    }
  });

/**
 * Puts a backup's tables in the place of what is there, without the files whose bytes it has not. One that is cut off
 * leaves an empty database, and can be done again.
 */
export const loadPostgres = (from: string, url: string, gone: string[], env: Env): Promise<void> =>
  withClient(url, async (client) => {
    const program = await programFor("pg_restore", await majorAt(client));
    const tables = (await tablesAt(client)).map((table) => client.escapeIdentifier(table));
    if (tables.length > 0) await client.query(`drop table ${tables.join(", ")} cascade`);
    await runProgram(
      program,
      url,
      ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", from],
      env,
    );
    await client.query("delete from files where id = any($1)", [gone]);
    if ((await tablesAt(client)).includes("opportunity_documents")) {
      // It is asked for again.
      await client.query(withoutFile("any($1)"), [gone]);
    }
  });
