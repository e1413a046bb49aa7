/** PostgreSQL behind kysely. */
import { PostgresDialect, type Dialect } from "kysely";
import { isOldPlan, preparedPool } from "./prepared-pool.ts";

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
    pipeline: true,
  });
  pool.on("error", troubled);
  // The pool hears only those that wait in it. Whoever uses one is told by its query; unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return new PostgresDialect({ pool: preparedPool(pool) });
}

/** A constraint decided: somebody else has written the same key meanwhile. */
export const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "23505";

/** Two transactions stood in each other's way: deadlock, or a table was changed under one. It is to be done again. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01" || isOldPlan(error);
}
