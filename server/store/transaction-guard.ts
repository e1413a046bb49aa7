import type { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseConnection, Driver, QueryResult } from "kysely";
import { storeError } from "./unavailable.ts";

/** Marks what runs inside an open transaction. */
export type TransactionScope = AsyncLocalStorage<{ open: boolean }>;

/** The same, with the store's errors. */
const translated =
  <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
  async (...given: Given): Promise<T> => {
    try {
      return await work(...given);
    } catch (error) {
      throw storeError(error);
    }
  };

/**
 * A driver whose errors are the store's. A query on the store itself from inside a transaction would see nothing of it,
 * or wait for it for ever: it is refused.
 */
export function guardTransactions(driver: Driver, scope: TransactionScope): Driver {
  const known = new WeakSet<DatabaseConnection>();
  return {
    init: (options) => driver.init(options),
    acquireConnection: translated(async (options) => {
      if (scope.getStore()?.open) {
        throw new Error("A transaction is open here: use the one that was handed over, not the store");
      }
      const connection = await driver.acquireConnection(options);
      if (!known.has(connection)) {
        known.add(connection);
        const execute = connection.executeQuery.bind(connection);
        const ask = translated((given: Parameters<typeof execute>) => execute(...given));
        connection.executeQuery = <R>(...given: Parameters<typeof execute>) =>
          ask(given) as Promise<QueryResult<R>>;
      }
      return connection;
    }),
    releaseConnection: (...given) => driver.releaseConnection(...given),
    beginTransaction: translated((...given) => driver.beginTransaction(...given)),
    commitTransaction: translated((...given) => driver.commitTransaction(...given)),
    rollbackTransaction: translated((...given) => driver.rollbackTransaction(...given)),
    destroy: (...given) => driver.destroy(...given),
  };
}
