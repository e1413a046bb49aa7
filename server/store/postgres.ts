/** PostgreSQL behind kysely. */
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
  type Driver,
} from "kysely";
import type pg from "pg";
import { postgresConnection, type PostgresConnection } from "./postgres-connection.ts";
import { createSharedWrites, type TakenClient } from "./shared-writes.ts";
import { createQueue, type StatementQueue } from "./statement-queue.ts";

/** Milliseconds. */
const timeoutsMs = { connecting: 5_000, statement: 8_000, idleInTransaction: 20_000, idle: 30_000 };
const maxConnections = 12;

/** The dialect over a database that is there. `troubled` hears of connections that were lost while nobody used them. */
export async function postgresDialect(
  url: string,
  troubled: (error: Error) => void = () => {},
): Promise<Dialect> {
  // Whoever keeps all in a file has no use for it.
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: "vitrina",
    connectionTimeoutMillis: timeoutsMs.connecting,
    idleTimeoutMillis: timeoutsMs.idle,
    statement_timeout: timeoutsMs.statement,
    idle_in_transaction_session_timeout: timeoutsMs.idleInTransaction,
    keepAlive: true,
  });
  pool.on("error", troubled);
  // The pool hears only those that wait in it. Whoever uses one is told by its query; unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  const queues = new WeakMap<pg.PoolClient, StatementQueue>();
  const queueOf = (client: pg.PoolClient): StatementQueue => {
    const queue = queues.get(client) ?? createQueue(client, pg.types);
    queues.set(client, queue);
    return queue;
  };
  const take = async (): Promise<TakenClient> => {
    const client = await pool.connect();
    return { queue: queueOf(client), release: (isBroken) => client.release(isBroken) };
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOf(pool, take),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function driverOf(pool: pg.Pool, take: () => Promise<TakenClient>): Driver {
  const writes = createSharedWrites(take);
  return {
    init: async () => {},
    acquireConnection: async () => postgresConnection(take, writes),
    beginTransaction: async (connection, { isolationLevel }) =>
      (connection as PostgresConnection).begin(
        isolationLevel === undefined ? "begin" : `start transaction isolation level ${isolationLevel}`,
      ),
    commitTransaction: async (connection) => await (connection as PostgresConnection).commit(),
    rollbackTransaction: async (connection) => await (connection as PostgresConnection).rollback(),
    releaseConnection: async (connection) => (connection as PostgresConnection).release(),
    destroy: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}
