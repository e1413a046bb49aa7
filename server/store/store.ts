/** The store: a PostgreSQL database, or one SQLite file under the data folder, with typed access and transactions. */
import { AsyncLocalStorage } from "node:async_hooks";
import { chmod, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, type Dialect, type Driver, type Transaction } from "kysely";
import type { StorageConfig } from "../config/storage.ts";
import { again } from "./again.ts";
import { throwFirst, withConnection } from "./compiled.ts";
import { openSeals } from "./data-keys.ts";
import { brandsToPlace, placeEntriesOf, signedHeads } from "./evidence-log.ts";
import { guardTransactions, type TransactionScope } from "./transaction-guard.ts";
import { migrate } from "./migrations.ts";
import { openChainHeadLog } from "./chain-head-log.ts";
import { isConflict, isTaken as isTakenInPostgres } from "./postgres-errors.ts";
import { postgresDialect } from "./postgres.ts";
import { donePlaces, findBadValues, markDone, reseal, type BadValue, type ResealOptions } from "./reseal.ts";
import type { ColumnRef } from "./personal.ts";
import { sealed } from "./sealed-driver.ts";
import type { Seals } from "./seals.ts";
import { isTaken as isTakenInFile, sqliteDialect } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

export interface Store {
  /** For single queries. Not inside `transaction`: there it throws, as it would see nothing of it. */
  db: Kysely<Tables>;
  /**
   * Commits what `work` did when it resolves, undoes all of it when it throws. What others commit meanwhile is seen, on
   * PostgreSQL: whoever decides by what it reads takes the lock of that first, see `locks.ts`, or has a constraint decide.
   * Where a constraint or a deadlock did, `work` is done again. So it must wait for nothing but the database, and
   * change nothing else.
   */
  transaction: <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** Whether other processes may be at work on it. Where none is, whoever had something before is gone. */
  shared: boolean;
  /** By what a text is found that nobody may read, what proves links, and what seals files. What is personal is sealed and opened by the store itself. */
  seals: Pick<Seals, "id" | "hashes" | "linkProofs" | "signers" | "bytes">;
  /** Seals what was there before; see `reseal.ts`. Tells how many values. */
  reseal: (options?: ResealOptions) => Promise<number>;
  /** Whether all of what has this name, outside of the database, was sealed with the first key; and that it was. */
  isResealed: (place: ColumnRef) => Promise<boolean>;
  markResealed: (place: ColumnRef) => Promise<void>;
  /** Gives the entries of evidence that wait for it their places, and signs and notes where the logs end then. Tells how many logs grew. */
  placeEntries: () => Promise<number>;
  /** Notes outside of the database where all logs end. */
  noteHeads: () => Promise<void>;
  /** Opens every sealed value, and gives those that are not as they were sealed. Takes as long as the store is large. */
  badValues: () => Promise<BadValue[]>;
  close: () => Promise<void>;
}

/** Whatever takes queries: the store's `db` or a transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** Where the store is: a SQLite file in `dataDir`, unless there is a `databaseUrl`. */
export type StoreConfig = Pick<StorageConfig, "dataDir" | "databaseUrl" | "dataKeys">;

/** Times that a transaction is begun whose key somebody else has written. */
const maxTaken = 3;

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

/** Opens the store, creating folder, tables and key as needed. Throws if it was written by a newer program. */
export async function openStore(config: StoreConfig): Promise<Store> {
  const { dataDir, databaseUrl } = config;
  const shared = databaseUrl !== undefined;
  const database = shared ? "postgres" : "sqlite";
  const isTaken = shared ? isTakenInPostgres : isTakenInFile;
  const base = await (shared ? postgresDialect(databaseUrl) : fileDialect(dataDir));
  const noted = openChainHeadLog(dataDir);
  const scope: TransactionScope = new AsyncLocalStorage();
  const over = (change: (driver: Driver) => Driver): Kysely<Tables> => {
    const dialect: Dialect = {
      createAdapter: () => base.createAdapter(),
      createDriver: () => guardTransactions(change(base.createDriver()), scope),
      createIntrospector: (any) => base.createIntrospector(any),
      createQueryCompiler: () => base.createQueryCompiler(),
    };
    return new Kysely<Tables>({ dialect });
  };

  const transactionAt =
    (at: Kysely<Tables>): Store["transaction"] =>
    async (work) => {
      if (scope.getStore()?.open) throw new Error("A transaction is open here already: hand it over instead");
      const once = async () => {
        const mark = { open: true };
        const begun = shared ? at.transaction().setIsolationLevel("read committed") : at.transaction();
        let asked: Promise<unknown>[] = [];
        try {
          return await begun.execute(async (transaction) => {
            const { result, unanswered } = await scope.run(mark, () => withConnection(transaction, work));
            asked = unanswered;
            return result;
          });
        } catch (error) {
          // What failed on the way to the commit is why that did.
          await throwFirst(asked);
          throw error;
        } finally {
          mark.open = false;
        }
      };
      // Who wrote the same key first is seen the next time; more often than that it is a mistake of ours.
      return await again(once, (error, tries) => isConflict(error) || (isTaken(error) && tries < maxTaken));
    };

  // The database as it is. Nobody else gets to see it: what goes through `db` alone is sealed.
  const plain = over((driver) => driver);
  const plainly = transactionAt(plain);
  let seals: Seals;
  try {
    await migrate(plain as unknown as Kysely<unknown>, database);
    seals = await openSeals(plainly, config, new Date());
  } catch (error) {
    await plain.destroy();
    throw error;
  }
  const db = over((driver) => sealed(driver, seals, base.createQueryCompiler()));
  const transaction = transactionAt(db);
  return {
    db,
    shared,
    seals,
    transaction,
    reseal: (options) => reseal({ transaction: plainly, database, seals }, options),
    isResealed: async (place) => (await donePlaces(db, { seals })).includes(place),
    markResealed: (place) => transaction((at) => markDone(at, { seals }, place)),
    badValues: () => findBadValues({ transaction: plainly, database, seals }),
    placeEntries: async () => {
      const brands = await brandsToPlace(db, seals);
      for (const brand of brands) {
        for (let isAll = false; !isAll;) {
          const placed = await transaction((at) => placeEntriesOf(at, brand, seals, new Date()));
          noted.note([placed.head]);
          ({ isAll } = placed);
        }
      }
      return brands.length;
    },
    noteHeads: async () => {
      noted.note(await signedHeads(db));
      await noted.written();
    },
    close: async () => {
      // What cannot be noted now is noted when the server is there again.
      await noted.written().catch(() => {});
      // Both have the same connections.
      await plain.destroy();
    },
  };
}
