/** A pool whose connections cost PostgreSQL and us less: statements stay planned, and a transaction begins with its first one. */
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/** Statements that a connection keeps planned: kysely asks for the same few hundred again and again. */
const maxPrepared = 400;
/** Longer ones are lists of values, each of another length. */
const maxPreparedLength = 4_000;

const beginning = /^(?:begin|start transaction)\b/;
const ending = /^(?:commit|rollback)$/;

/** A statement was planned for a table that has other columns now, as a newer version's migration left it. */
export const isOldPlan = (error: unknown): boolean => {
  const { code, message = "" } = (error ?? {}) as { code?: unknown; message?: string };
  return code === "0A000" && message.includes("cached plan");
};

/** What texts are called: never the same again, as a connection may have one of before. */
function createNames(): { of(text: string): string | undefined; forget(text: string): void } {
  const names = new Map<string, string>();
  let drawn = 0;
  return {
    of: (text) => {
      const name = names.get(text);
      if (name !== undefined || names.size >= maxPrepared || text.length > maxPreparedLength) return name;
      names.set(text, `v${(drawn += 1)}`);
      return names.get(text);
    },
    forget: (text) => void names.delete(text),
  };
}

/** `pool` has `pipeline`: what is asked before an answer came is sent at once. */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const names = createNames();
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  const prepared = (client: pg.PoolClient): PostgresPoolClient => {
    /** How the transaction begins that has not said anything yet. */
    let begins: string | undefined;
    let isOpen = false;
    const ask = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      // What has no values is said once, or cannot be prepared.
      const name = values.length === 0 ? undefined : names.of(text);
      if (name === undefined) return await client.query(text, values);
      const isInside = isOpen;
      try {
        return await client.query({ name, text, values });
      } catch (error) {
        if (!isOldPlan(error)) throw error;
        names.forget(text);
        // A transaction is over with that, and is done again: nothing of it may be done outside of it.
        if (isInside) throw error;
        return await client.query(text, values);
      }
    };
    const query = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
      if (beginning.test(text)) {
        begins = text;
        isOpen = true;
        return nothing;
      }
      const first = begins;
      begins = undefined;
      if (ending.test(text)) isOpen = false;
      if (first === undefined) return await ask(text, values);
      // Nothing was begun: there is nothing to end.
      if (ending.test(text)) return nothing;
      // One way there and back for both.
      const [begun, asked] = await Promise.allSettled([client.query(first), ask(text, values)]);
      if (begun.status === "rejected") throw begun.reason;
      if (asked.status === "rejected") throw asked.reason;
      return asked.value;
    };
    return {
      // Nobody reads by cursors.
      query: query as unknown as PostgresPoolClient["query"],
      release: (error) => {
        begins = undefined;
        isOpen = false;
        client.release(error);
      },
    };
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      const made = known.get(client) ?? prepared(client);
      known.set(client, made);
      return made;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

const nothing: pg.QueryResult = { command: "", rowCount: 0, oid: 0, rows: [], fields: [] };
