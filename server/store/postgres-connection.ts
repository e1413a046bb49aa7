/**
 * A connection to PostgreSQL as kysely uses it: what is asked in one moment goes there and comes back together, the
 * beginning of a transaction with its first statement, and its end with the last ones where nobody waits for these.
 */
import { SelectQueryNode, type CompiledQuery, type DatabaseConnection, type QueryResult } from "kysely";
import { isShort } from "./compiled.ts";
import { askAlone, type SharedWrites, type StatementText, type TakenClient } from "./shared-writes.ts";
import { wireValue, type StatementResult, type WireValue } from "./statement-batch.ts";

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
  let unsent: Unsent[] = [];
  let isHeld = false;

  const sendUnsent = (): void => {
    if (isHeld || unsent.length === 0) return;
    taking ??= take().then((taken) => {
      client = taken;
      for (const { text, values, resolve, reject } of takeUnsent())
        inside(text, values).then(resolve, reject);
    });
    taking.catch(refuseUnsent);
  };
  const takeUnsent = (): Unsent[] => {
    const statements = unsent;
    unsent = [];
    return statements;
  };
  const refuseUnsent = (error: unknown): void => {
    for (const { reject } of takeUnsent()) reject(error);
  };

  /** Asks the client of the transaction. */
  const inside = async (text: string, values: WireValue[]): Promise<StatementResult> => {
    // Where that fails, what follows it does.
    if (begins !== undefined) void client!.queue.ask(begins).catch(() => {});
    begins = undefined;
    return await client!.queue.ask(text, values);
  };

  const later = (text: string, values: WireValue[]): Promise<StatementResult> => {
    const statement = { ...Promise.withResolvers<StatementResult>(), text, values };
    unsent.push(statement);
    // When all that runs now has asked what it has to ask.
    process.nextTick(sendUnsent);
    return statement.promise;
  };

  const ask = async (query: CompiledQuery): Promise<StatementResult> => {
    // It would be done outside of it.
    if (state === "over") throw new Error("A statement comes after the end of its transaction");
    const { sql: text } = query;
    // Before anything is sent: what cannot be keeps nobody else from going.
    const values = query.parameters.map(wireValue);
    if (state === "open") return client ? inside(text, values) : later(text, values);
    const isShared = isShort(query) && !SelectQueryNode.is(query.query);
    const statements = [{ text, values }];
    return (await (isShared ? writes.write(statements) : askAlone(take, statements)))[0]!;
  };

  /** Ends what was begun. Undefined where nothing was: there is nothing to end. */
  const end = async (text: "commit" | "rollback"): Promise<StatementResult | undefined> => {
    state = "over";
    client?.queue.unhold();
    return client && begins === undefined ? await client.queue.ask(text) : undefined;
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
      if (unsent.length > 0 && !taking) {
        state = "over";
        const statements = takeUnsent();
        try {
          const results = await writes.write(statements);
          for (const [index, { resolve }] of statements.entries()) resolve(results[index]!);
        } catch (error) {
          for (const { reject } of statements) reject(error);
          throw error;
        }
        return;
      }
      await taking;
      const result = await end("commit");
      if (result?.command === "ROLLBACK") throw new Error("PostgreSQL took the transaction back");
    },
    rollback: async () => {
      state = "over";
      if (!taking) refuseUnsent(new Error("The transaction was taken back"));
      await taking?.catch(() => {});
      // What is on its way there with it may fail, and take it along: it is asked for alone then.
      await end("rollback").catch(() => client!.queue.ask("rollback"));
    },
    holdForCommit: () => {
      if (client) return client.queue.hold();
      isHeld = true;
      setImmediate(() => {
        isHeld = false;
        sendUnsent();
      });
    },
    release: (isBroken = false) => {
      state = "over";
      refuseUnsent(new Error("The connection was given back"));
      client?.queue.unhold();
      client?.release(isBroken);
    },
  };
}
