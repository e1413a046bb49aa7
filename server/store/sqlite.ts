/** `node:sqlite` behind kysely's own SQLite dialect. */
import type { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
} from "kysely";

/** Preparing costs more than most of our statements; kysely asks for the same few hundred again and again. */
const keptStatements = 300;

const asStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  // Rows come with null prototypes; everybody downstream expects plain objects.
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])).map((row) => Object.assign({}, row)),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  *iterate(parameters) {
    for (const row of statement.iterate(...(parameters as SQLInputValue[]))) yield { ...row };
  },
});

/** What kysely needs of a database, over `DatabaseSync`. */
export function asSqliteDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = statements.get(text);
      if (known) return known;
      const statement = asStatement(database.prepare(text));
      if (statements.size >= keptStatements) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

/** Opens the file with the settings that our promises rest on: a commit that returned is on the disk. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec("pragma journal_mode = wal; pragma synchronous = full;");
  return database;
}

/** Marks what runs inside an open transaction. */
export type TransactionScope = AsyncLocalStorage<{ open: boolean }>;

// kysely's own lock would be taken before we could look who asks; `connectionQueue` does its work.
class QueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Lends the one connection to one transaction or query at a time, in the order in which they ask.
 * A query on the store itself from inside a transaction would wait for that same transaction for ever: it is refused.
 */
function connectionQueue(scope: TransactionScope): { take(): Promise<void>; giveBack(): void } {
  let taken = false;
  const waiting: (() => void)[] = [];
  return {
    take: async () => {
      if (scope.getStore()?.open) {
        throw new Error("A transaction is open here: use the one that was handed over, not the store");
      }
      if (taken) await new Promise<void>((resume) => waiting.push(resume));
      taken = true;
    },
    giveBack: () => {
      const next = waiting.shift();
      if (next) next();
      else taken = false;
    },
  };
}

/** The dialect over an open database. */
export function sqliteDialect(database: DatabaseSync, scope: TransactionScope): Dialect {
  const base = new SqliteDriver({ database: asSqliteDatabase(database) });
  const queue = connectionQueue(scope);
  const driver: Driver = {
    init: (options) => base.init(options),
    acquireConnection: async () => {
      await queue.take();
      return base.acquireConnection();
    },
    releaseConnection: async () => queue.giveBack(),
    // Taking the write lock at once means that no transaction fails half-way because another process wrote.
    beginTransaction: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    },
    commitTransaction: (connection) => base.commitTransaction(connection),
    // SQLite rolls back by itself on some errors, a full disk among them; the first error is the one to see.
    rollbackTransaction: async (connection) => {
      if (database.isTransaction) await base.rollbackTransaction(connection);
    },
    savepoint: (...given) => base.savepoint(...given),
    rollbackToSavepoint: (...given) => base.rollbackToSavepoint(...given),
    releaseSavepoint: (...given) => base.releaseSavepoint(...given),
    destroy: () => base.destroy(),
  };
  return {
    createAdapter: () => new QueuedAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
