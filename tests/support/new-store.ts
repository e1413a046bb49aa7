/** Where a test's store is: a database that has its tables already, copied from one that was made once for the process. */
import { rmSync } from "node:fs";
import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFile, openStore, type StoreConfig } from "../../server/store/store.ts";
import type { Prepare } from "./postgres.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { testDatabase } from "./test-database.ts";

const prepared = new Map<Prepare | undefined, Promise<string>>();

/** A database with all tables, from which others are copied: quicker than making them for each test. */
async function makeDatabase(prepare: Prepare | undefined): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrina-empty-"));
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const store = await openStore({ dataDir });
  await prepare?.(store);
  // Each copy is sealed with a key of its own.
  await store.db.deleteFrom("data_keys").execute();
  await store.close();
  return databaseFile(dataDir);
}

/** Where a new store is, with its tables and with what `prepare` puts into it. */
export async function newStore(prepare?: Prepare): Promise<StoreConfig> {
  const storeConfig = { dataDir: await temporaryFolder(), ...(await testDatabase(prepare)) };
  if (storeConfig.databaseUrl === undefined) {
    const from = prepared.get(prepare) ?? makeDatabase(prepare);
    prepared.set(prepare, from);
    await copyFile(await from, databaseFile(storeConfig.dataDir));
  }
  return storeConfig;
}
