/** The store: a PostgreSQL database, or one SQLite file under the data folder, with typed access and transactions. */
import { AsyncLocalStorage } from "node:async_hooks";
import { chmod, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Kysely, type Dialect, type Transaction } from "kysely";
import type { StorageConfig } from "../config/storage.ts";
import { guarded, type TransactionScope } from "./guarded.ts";
import { migrate } from "./migrations.ts";
import { isConflict, postgresDialect } from "./postgres.ts";
import { sqliteDialect } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

export interface Store {
  /** For single queries. Not inside `transaction`: there it throws, as it would see nothing of it. */
  db: Kysely<Tables>;
  /**
   * Commits what `work` did when it resolves, undoes all of it when it throws. It is as if nothing else wrote in
   * between; where something did, `work` is done again. So it must wait for nothing but the database, and change
   * nothing else.
   */
  transaction: <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** Whether other processes may be at work on it. Where none is, whoever had something before is gone. */
  shared: boolean;
  close: () => Promise<void>;
}

/** Whatever takes queries: the store's `db` or a transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** Where the store is: a SQLite file in `dataDir`, unless there is a `databaseUrl`. */
export type StoreConfig = Pick<StorageConfig, "dataDir" | "databaseUrl">;

/** Milliseconds after which a transaction that others stood in the way of is given up. */
const longest = 8_000;

/** The file of the SQLite database. */
export const databaseFile = (dataDir: string): string => join(dataDir, "vitrina.sqlite");

async function fileDialect(dataDir: string): Promise<Dialect> {
  // It holds personal data: nobody else on the machine reads it.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = databaseFile(dataDir);
  // The folder may have been there before, open to others; SQLite gives its other files the rights of this one.
  await (await open(file, "a", 0o600)).close();
  await chmod(file, 0o600);
  return sqliteDialect(file);
}

/** Opens the store, creating folder and tables as needed. Throws if it was written by a newer program. */
export async function openStore({ dataDir, databaseUrl }: StoreConfig): Promise<Store> {
  const shared = databaseUrl !== undefined;
  const base = shared ? postgresDialect(databaseUrl) : await fileDialect(dataDir);
  const scope: TransactionScope = new AsyncLocalStorage();
  const dialect: Dialect = {
    createAdapter: () => base.createAdapter(),
    createDriver: () => guarded(base.createDriver(), scope),
    createIntrospector: (any) => base.createIntrospector(any),
    createQueryCompiler: () => base.createQueryCompiler(),
  };
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db as unknown as Kysely<unknown>, shared ? "postgres" : "sqlite");
  } catch (error) {
    await db.destroy();
    throw error;
  }

  const once = async <T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T> => {
    const mark = { open: true };
    const begun = shared ? db.transaction().setIsolationLevel("serializable") : db.transaction();
    return await begun
      .execute((transaction) => scope.run(mark, () => work(transaction)))
      .finally(() => {
        mark.open = false;
      });
  };

  return {
    db,
    shared,
    transaction: async (work) => {
      if (scope.getStore()?.open) throw new Error("A transaction is open here already: hand it over instead");
      const ends = performance.now() + longest;
      for (let pause = 1; ; pause = Math.min(pause * 2, 64)) {
        try {
          return await once(work);
        } catch (error) {
          if (!isConflict(error) || performance.now() > ends) throw error;
          await wait(pause * Math.random());
        }
      }
    },
    close: () => db.destroy(),
  };
}
