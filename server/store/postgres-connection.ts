/**
 * A connection to PostgreSQL as kysely uses it: what is asked in one moment goes there and comes back together, the
 * beginning of a transaction with its first statement, and its end with the last ones where nobody waits for these.
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type pg from "pg";
import {
  isOldPlan,
  noPlans,
  statementBatch,
  wireValue,
  type Statement,
  type StatementResult,
  type Types,
} from "./statement-batch.ts";

export interface PostgresConnection extends DatabaseConnection {
  begin(text: string): void;
  /** @throws {Error} where PostgreSQL took the transaction back. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** What was asked in this moment goes with the end of the transaction. */
  holdForCommit(): void;
  release(isBroken?: boolean): void;
}

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

function toResult<R>({ command, rowCount, rows }: StatementResult): QueryResult<R> {
  return changing.has(command)
    ? { numAffectedRows: BigInt(rowCount), rows: rows as R[] }
    : { rows: rows as R[] };
}

export interface StatementQueue {
  ask(text: string, values?: readonly unknown[]): Promise<StatementResult>;
  /** What was asked in this moment waits for what comes next: the end of the transaction. Not for long, if that does not come. */
  hold(): void;
  unhold(): void;
}

/** Asks a client for statements: those of one moment, and those that come until they are answered, in one round trip. */
export function createQueue(client: pg.PoolClient, types: Types): StatementQueue {
  const plans = noPlans();
  let asked: Statement[] = [];
  let isUnderWay = false;
  let isHeld = false;
  const send = (): void => {
    if (isUnderWay || isHeld || asked.length === 0) return;
    const statements = asked;
    asked = [];
    isUnderWay = true;
    const ended = (): void => {
      isUnderWay = false;
      if (asked.length > 0) process.nextTick(send);
    };
    client.query(statementBatch(statements, plans, types, ended));
  };
  return {
    ask: (text, values = []) => {
      const { promise, resolve, reject } = Promise.withResolvers<StatementResult>();
      asked.push({ text, values: values.map(wireValue), resolve, reject });
      // When all that runs now has asked what it has to ask.
      process.nextTick(send);
      return promise;
    },
    hold: () => {
      isHeld = true;
      setImmediate(() => {
        isHeld = false;
        send();
      });
    },
    unhold: () => {
      isHeld = false;
    },
  };
}

export function postgresConnection(client: pg.PoolClient, queue: StatementQueue): PostgresConnection {
  /** How the transaction begins that has not said anything yet. */
  let begins: string | undefined;
  let state: "none" | "open" | "ending" = "none";

  const ask = async (text: string, values: readonly unknown[]): Promise<StatementResult> => {
    // It would be done outside of it.
    if (state === "ending") throw new Error("A statement comes after the end of its transaction");
    // Where that fails, what follows it does.
    if (begins !== undefined) void queue.ask(begins).catch(() => {});
    begins = undefined;
    const isInside = state === "open";
    try {
      return await queue.ask(text, values);
    } catch (error) {
      // A transaction is over with that, and is done again: nothing of it may be done outside of it.
      if (isInside || !isOldPlan(error)) throw error;
      return await queue.ask(text, values);
    }
  };
  /** Undefined where nothing was begun: there is nothing to end. */
  const end = async (text: "commit" | "rollback"): Promise<StatementResult | undefined> => {
    const isBegun = begins === undefined;
    begins = undefined;
    state = isBegun ? "ending" : "none";
    queue.unhold();
    return isBegun ? await queue.ask(text) : undefined;
  };
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> =>
      toResult(await ask(sql, parameters)),
    // oxlint-disable-next-line require-yield -- nobody reads so: answers are short
    async *streamQuery() {
      throw new Error("Streams are not read from PostgreSQL");
    },
    begin: (text) => {
      begins = text;
      state = "open";
    },
    commit: async () => {
      const result = await end("commit");
      if (result?.command === "ROLLBACK") throw new Error("PostgreSQL took the transaction back");
    },
    rollback: async () => {
      // What is on its way there with it may fail, and take it along: it is asked for alone then.
      await end("rollback").catch(() => queue.ask("rollback"));
    },
    holdForCommit: () => queue.hold(),
    release: (isBroken = false) => {
      begins = undefined;
      state = "none";
      queue.unhold();
      client.release(isBroken);
    },
  };
}
