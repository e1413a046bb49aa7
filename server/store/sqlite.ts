/** `node:sqlite` behind kysely. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import { createGroupCommit, type CommitSlot, type GroupCommit } from "./group-commit.ts";
import { StoreUnavailable } from "./unavailable.ts";

/** Preparing costs more than most of our statements; kysely asks for the same few hundred again and again. */
const maxStatements = 300;

/** Pages of 4 KB that wait in the log: what is written again and again until then goes to the database once. */
const pagesBeforeCheckpoint = 4000;

/** Pages that a group of turns changed wait here for their commit; what does not fit is written more than once. */
const kibibytesOfPages = 65_536;

/** Milliseconds that another process may hold the lock. */
const busyTimeoutMs = 5000;

/** Milliseconds until a lock that SQLite does not wait for is asked for again. */
const busyPauseMs = 20;

type Run = (query: CompiledQuery) => QueryResult<never>;

/**
 * Rows come with null prototypes; everybody downstream expects plain objects. One by one, as copying the whole
 * (`Object.assign`, spreading) takes as long as reading it from the database.
 */
function plain(row: Record<string, SQLOutputValue>): Record<string, SQLOutputValue> {
  const copy: Record<string, SQLOutputValue> = {};
  for (const name of Object.keys(row)) copy[name] = row[name]!;
  return copy;
}

function runner(database: DatabaseSync): Run {
  const statements = new Map<string, { statement: StatementSync; gives: boolean }>();
  const prepared = (text: string) => {
    const known = statements.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    const one = { statement, gives: statement.columns().length > 0 };
    if (statements.size >= maxStatements) statements.clear();
    statements.set(text, one);
    return one;
  };
  return ({ sql, parameters }) => {
    const { statement, gives } = prepared(sql);
    const values = parameters as SQLInputValue[];
    if (gives) return { rows: statement.all(...values).map(plain) as never[] };
    const { changes } = statement.run(...values);
    return { numAffectedRows: BigInt(changes), rows: [] };
  };
}

interface Connection extends DatabaseConnection {
  turn: CommitSlot | undefined;
}

/** The writing connection, which its users take in turns, and one that reads what is committed. */
interface Connections {
  write: Run;
  read: Run;
  turns: GroupCommit;
  /** Whether a transaction is open at the writing one. */
  isOpen: () => boolean;
}

function connect({ write, read, turns, isOpen }: Connections): Connection {
  const connection: Connection = {
    turn: undefined,
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      if (connection.turn) {
        // SQLite took it back by itself: what follows must not be written as if it had not.
        if (!isOpen()) throw new StoreUnavailable("The transaction is gone");
        return write(query);
      }
      if (SelectQueryNode.is(query.query)) return read(query);
      const turn = await turns.next({ single: true });
      let result;
      try {
        result = write(query);
      } catch (error) {
        turn.undo();
        throw error;
      }
      await turn.keep();
      return result;
    },
    // oxlint-disable-next-line require-yield -- nobody reads so: answers are short
    async *streamQuery() {
      throw new Error("Streams are not read from SQLite");
    },
  };
  return connection;
}

/** Opens the file with the settings that our promises rest on: a commit that returned is on the disk. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  writeAhead(database);
  database.exec(`pragma synchronous = full;
    pragma wal_autocheckpoint = ${pagesBeforeCheckpoint}; pragma cache_size = -${kibibytesOfPages};
    -- What a turn may have to take back is kept there: in a file it would be written twice.
    pragma temp_store = memory;
    -- What is erased is overwritten, and not only forgotten. No more pages are written for it.
    pragma secure_delete = on;`);
  return database;
}

/** SQLite does not wait by itself where several processes make an empty file a write-ahead one at once. */
function writeAhead(database: DatabaseSync): void {
  const until = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyPauseMs);
    }
  }
}

const sqliteBusy = 5;
/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const sqliteTaken = new Set([1555, 2067]);
/** A key is there already. */
export const isTaken = (error: unknown): boolean =>
  sqliteTaken.has((error as { errcode?: number } | null)?.errcode ?? 0);
/** What is above a byte of a code says why: another process may be recovering the log, for example. */
const isBusy = (error: unknown): boolean =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy;

// kysely would give out the connection to one at a time; turns are taken where something is written.
class TurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** The dialect over a file, which is made where there is none. */
export function sqliteDialect(path: string): Dialect {
  const writer = openDatabase(path);
  const reader = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: true });
  const connections: Connections = {
    write: runner(writer),
    read: runner(reader),
    turns: createGroupCommit(writer),
    isOpen: () => writer.isTransaction,
  };
  const createDriver = (): Driver => {
    // What is put around one is kept with it; another driver puts something else around its own.
    const free: Connection[] = [];
    return {
      init: async () => {},
      acquireConnection: async () => free.pop() ?? connect(connections),
      releaseConnection: async (connection) => void free.push(connection as Connection),
      beginTransaction: async (connection) => {
        (connection as Connection).turn = await connections.turns.next();
      },
      commitTransaction: async (connection) => {
        const { turn } = connection as Connection;
        (connection as Connection).turn = undefined;
        await turn!.keep();
      },
      rollbackTransaction: async (connection) => {
        const { turn } = connection as Connection;
        (connection as Connection).turn = undefined;
        turn?.undo();
      },
      destroy: async () => {
        reader.close();
        writer.close();
      },
    };
  };
  return {
    createAdapter: () => new TurnsAdapter(),
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
