/** The SQLite database in a backup, and out of it. */
import { existsSync } from "node:fs";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { syncPath } from "../../storage/folder.ts";
import { BackupError, withoutFile } from "./manifest.ts";

/** What a database holds, as far as backups look at it. */
export interface BackupContents {
  schema: number;
  rows: Record<string, number>;
  /** Ids of the keys that sealed what is in it. */
  keys: string[];
  /** Files whose bytes are in the storage. */
  files: { id: string; stored: string }[];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function tablesOf(database: DatabaseSync): string[] {
  const rows = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'")
    .all();
  return rows.map(({ name }) => String(name)).toSorted();
}

const countOf = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`select count(*) as count from ${quoted(table)}`).get()!["count"]);

function holdingsOf(database: DatabaseSync): BackupContents {
  const tables = tablesOf(database);
  const keys = tables.includes("data_keys")
    ? database.prepare("select id from data_keys order by id").all()
    : [];
  const { version } = database.prepare("select max(version) as version from migrations").get()!;
  // A table of files from before there was a storage has the bytes in itself.
  const isStored =
    database.prepare("select 1 from pragma_table_info('files') where name = 'stored'").get() !== undefined;
  const ofSales = tables.includes("opportunity_documents")
    ? " union all select id, stored from opportunity_documents where stored is not null"
    : "";
  const files = isStored
    ? database
        .prepare(`select id, stored from files where stored is not null${ofSales} order by stored`)
        .all()
    : [];
  return {
    schema: Number(version),
    rows: Object.fromEntries(tables.map((table) => [table, countOf(database, table)])),
    keys: keys.map(({ id }) => String(id)),
    files: files.map(({ id, stored }) => ({ id: String(id), stored: String(stored) })),
  };
}

/** Copies a database that others may be writing to, as it is at one moment. */
export async function dumpSqlite(file: string, target: string): Promise<BackupContents> {
  if (!existsSync(file)) {
    throw new BackupError(`No hay una base de datos en ${file}`, `There is no database at ${file}`);
  }
  const source = new DatabaseSync(file, { timeout: 5000 });
  try {
    // What is read first is what all of it is read at: writers go on, and the copy does not begin anew for them.
    source.exec("begin");
    source.prepare("select 1 from migrations limit 1").get();
    await backup(source, target);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(target);
  try {
    // One file alone, to be copied about.
    copy.exec("pragma journal_mode = delete");
    const check = copy.prepare("pragma integrity_check").all();
    if (check.length !== 1 || check[0]!["integrity_check"] !== "ok") {
      throw new BackupError("La base de datos está dañada", "The database is damaged");
    }
    return holdingsOf(copy);
  } finally {
    copy.close();
    const handle = await open(target, "r+");
    await handle.chmod(0o600);
    await handle.sync();
    await handle.close();
  }
}

const ours = "La base de datos de destino";

/**
 * Makes sure that a database may be replaced: nobody has it open, and it has nothing that people sent, unless `replace`.
 * @throws {BackupError}
 */
export function refuseUsedSqlite(file: string, replace: boolean): void {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file, { timeout: 500 });
  try {
    // Only who is alone with a database gets to change this.
    database.exec("pragma journal_mode = delete");
    if (replace) return;
    const sent = tablesOf(database).filter(
      (table) => !["migrations", "revisions", "data_keys"].includes(table) && countOf(database, table) > 0,
    );
    if (sent.length > 0) {
      throw new BackupError(
        `${ours} (${file}) tiene datos: con --replace se reemplaza`,
        `The target database has data (${sent.join(", ")}): --replace replaces it`,
      );
    }
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) {
      throw new BackupError(
        `${ours} está en uso: detén el servidor primero`,
        "The target database is in use: stop the server first",
      );
    }
    if (error instanceof BackupError || !replace) throw error;
  } finally {
    database.close();
  }
}

/** Puts a backup's database in its place, whole or not at all, without the files whose bytes it has not. */
export async function loadSqlite(from: string, file: string, gone: string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const coming = `${file}.restoring`;
  await rm(coming, { force: true });
  await copyFile(from, coming);
  const database = new DatabaseSync(coming);
  try {
    const hasSales = tablesOf(database).includes("opportunity_documents");
    for (const id of gone) {
      database.prepare("delete from files where id = ?").run(id);
      // It is asked for again.
      if (hasSales) database.prepare(withoutFile("?")).run(id);
    }
  } finally {
    database.close();
  }
  const handle = await open(coming, "r+");
  await handle.chmod(0o600);
  await handle.sync();
  await handle.close();
  // What belongs to the one before must not be read as this one's.
  for (const suffix of ["-wal", "-shm", "-journal"]) await rm(`${file}${suffix}`, { force: true });
  await rename(coming, file);
  await syncPath(dirname(file));
}
