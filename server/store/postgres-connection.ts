/**
 * A connection to PostgreSQL as kysely uses it: what is asked in one moment goes there and comes back together, the
 * beginning of a transaction with its first statement, and its end with the last ones where nobody waits for these.
 */
import { SelectQueryNode, type CompiledQuery, type DatabaseConnection, type QueryResult } from "kysely";
import { again } from "./again.ts";
import { isShort } from "./compiled.ts";
import { isConflict } from "./postgres-errors.ts";
import { asTransaction, type SharedWrites, type StatementText, type TakenClient } from "./shared-writes.ts";
import { wireValue, type StatementResult, type WireValue } from "./statement-batch.ts";

export interface PostgresConnection extends DatabaseConnection {
  begin(text: string): void;
  /** @throws {Error} where PostgreSQL took the transaction back. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** What was asked in this moment goes with the end of the transaction. Not for long, if that does not come. */
  holdForCommit(): void;
  release(): void;
}

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

function toResult<R>({ command, rowCount, rows }: StatementResult): QueryResult<R> {
  return changing.has(command)
    ? { numAffectedRows: BigInt(rowCount), rows: rows as R[] }
    : { rows: rows as R[] };
}

/** A statement of a transaction that has not been sent. */
interface Unsent extends StatementText, PromiseWithResolvers<StatementResult> {}

/**
 * For one query or one transaction. It takes a client when it needs one: what is written outside of a transaction, and a
 * transaction that is whole before anything of it was sent, go with what others write.
 */
export function postgresConnection(
  take: () => Promise<TakenClient>,
  writes: SharedWrites,
): PostgresConnection {
  /** How the transaction begins that has not said anything yet. */
  let begins: string | undefined;
  let state: "outside" | "open" | "over" = "outside";
  let client: TakenClient | undefined;
  /** Rejected where none could be had: nothing of the transaction was done, and nothing will be. */
  let taking: Promise<void> | undefined;
  /** Asked in this moment. */
  let unsent: Unsent[] = [];
  let isHeld = false;
  let isBroken = false;

  const takeUnsent = (): Unsent[] => {
    const statements = unsent;
    unsent = [];
    return statements;
  };
  const refuseUnsent = (error: unknown): void => {
    for (const { reject } of takeUnsent()) reject(error);
  };
  const forward = ({ queue }: TakenClient): void => {
    for (const { text, values, resolve } of takeUnsent()) {
      // Where that fails, what follows it does.
      if (begins !== undefined) void queue.ask(begins).catch(() => {});
      begins = undefined;
      resolve(queue.ask(text, values));
    }
  };
  const send = (): void => {
    if (isHeld || unsent.length === 0) return;
    if (client) return forward(client);
    taking ??= take().then((taken) => forward((client = taken)));
    taking.catch(refuseUnsent);
  };

  const inTransaction = (text: string, values: WireValue[]): Promise<StatementResult> => {
    const statement = { ...Promise.withResolvers<StatementResult>(), text, values };
    unsent.push(statement);
    // When all that runs now has asked what it has to ask.
    process.nextTick(send);
    return statement.promise;
  };

  const ask = async (query: CompiledQuery): Promise<StatementResult> => {
    // It would be done outside of it.
    if (state === "over") throw new Error("A statement comes after the end of its transaction");
    const { sql: text } = query;
    // Before anything is sent: what cannot be keeps nobody else from going.
    const values = query.parameters.map(wireValue);
    if (state === "open") return inTransaction(text, values);
    const isShared = isShort(query) && !SelectQueryNode.is(query.query);
    const statements = [{ text, values }];
    const once = () => (isShared ? writes.write(statements) : asTransaction(take, statements));
    return (await again(once, isConflict))[0]!;
  };

  /** Ends what was begun. Undefined where nothing was: there is nothing to end. */
  const end = async (text: "commit" | "rollback"): Promise<StatementResult | undefined> =>
    client && begins === undefined ? await client.queue.ask(text) : undefined;

  /** A transaction of which nothing was sent. */
  const writeWhole = async (): Promise<void> => {
    const statements = takeUnsent();
    try {
      const results = await writes.write(statements);
      for (const [index, { resolve }] of statements.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of statements) reject(error);
      throw error;
    }
  };

  return {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => toResult(await ask(query)),
    // oxlint-disable-next-line require-yield -- nobody reads so: answers are short
    async *streamQuery() {
      throw new Error("Streams are not read from PostgreSQL");
    },
    begin: (text) => {
      begins = text;
      state = "open";
    },
    commit: async () => {
      state = "over";
      if (!taking) return unsent.length === 0 ? undefined : await writeWhole();
      await taking;
      forward(client!);
      const result = await end("commit");
      if (result?.command === "ROLLBACK") throw new Error("PostgreSQL took the transaction back");
    },
    rollback: async () => {
      state = "over";
      refuseUnsent(new Error("The transaction was taken back"));
      await taking?.catch(() => {});
      try {
        // What is on its way there with it may fail, and take it along: it is asked for alone then.
        await end("rollback").catch(() => client!.queue.ask("rollback"));
      } catch (error) {
        // Nobody knows what is open there.
        isBroken = true;
        throw error;
      }
    },
    holdForCommit: () => {
      isHeld = true;
      setImmediate(() => {
        isHeld = false;
        send();
      });
    },
    release: () => {
      state = "over";
      refuseUnsent(new Error("The connection was given back"));
      client?.release(isBroken);
    },
  };
}
