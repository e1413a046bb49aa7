/** The store: one SQLite file under the data folder, with typed access and transactions. */
import { AsyncLocalStorage } from "node:async_hooks";
import { chmod, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, type Transaction } from "kysely";
import { migrate } from "./migrations.ts";
import { openDatabase, sqliteDialect } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

export interface Store {
  /** For single queries. Not inside `transaction`: there it throws, as it would wait for itself. */
  db: Kysely<Tables>;
  /**
   * Commits what `work` did when it resolves, undoes all of it when it throws. Nothing else reads or
   * writes in between, so `work` must wait for nothing but the database.
   */
  transaction: <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

/** Whatever takes queries: the store's `db` or a transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** Opens the store, creating folder and tables as needed. Throws if it was written by a newer program. */
export async function openStore({ dataDir }: { dataDir: string }): Promise<Store> {
  // It holds personal data: nobody else on the machine reads it.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "vitrina.sqlite");
  // The folder may have been there before, open to others; SQLite gives its other files the rights of this one.
  await (await open(file, "a", 0o600)).close();
  await chmod(file, 0o600);
  const scope = new AsyncLocalStorage<{ open: boolean }>();
  const database = openDatabase(file);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database, scope) });
  try {
    await migrate(db as unknown as Kysely<unknown>);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    transaction: async (work) => {
      if (scope.getStore()?.open) throw new Error("A transaction is open here already: hand it over instead");
      const mark = { open: true };
      return await db
        .transaction()
        .execute((transaction) => scope.run(mark, () => work(transaction)))
        .finally(() => {
          mark.open = false;
        });
    },
    close: () => db.destroy(),
  };
}
