/**
 * A connection to PostgreSQL as kysely uses it: what is asked in one moment goes there and comes back together, the
 * beginning of a transaction with its first statement, and its end with the last ones where nobody waits for these.
 */
import { SelectQueryNode, type CompiledQuery, type DatabaseConnection, type QueryResult } from "kysely";
import { isShort } from "./compiled.ts";
import { askAlone, type SharedWrites, type StatementText, type TakenClient } from "./shared-writes.ts";
import type { StatementResult } from "./statement-batch.ts";

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
 * It takes a client when it needs one: what is written outside of a transaction, and a transaction that is whole before
 * anything of it was sent, go with what others write.
 */
export function postgresConnection(
  take: () => Promise<TakenClient>,
  writes: SharedWrites,
): PostgresConnection {
  /** How the transaction begins that has not said anything yet. */
  let begins: string | undefined;
  let state: "none" | "open" | "ending" = "none";
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
  const inside = async (text: string, values: readonly unknown[]): Promise<StatementResult> => {
    // Where that fails, what follows it does.
    if (begins !== undefined) void client!.queue.ask(begins).catch(() => {});
    begins = undefined;
    return await client!.queue.ask(text, values);
  };

  const later = (text: string, values: readonly unknown[]): Promise<StatementResult> => {
    const statement = { ...Promise.withResolvers<StatementResult>(), text, values };
    // Whoever throws after asking does not hear it.
    statement.promise.catch(() => {});
    unsent.push(statement);
    // When all that runs now has asked what it has to ask.
    process.nextTick(sendUnsent);
    return statement.promise;
  };

  const ask = async (query: CompiledQuery): Promise<StatementResult> => {
    const { sql: text, parameters: values } = query;
    // It would be done outside of it.
    if (state === "ending") throw new Error("A statement comes after the end of its transaction");
    if (state === "open") return client ? inside(text, values) : later(text, values);
    const isShared = isShort(query) && !SelectQueryNode.is(query.query);
    const statements = [{ text, values }];
    return (await (isShared ? writes.write(statements) : askAlone(take, statements)))[0]!;
  };

  /** Ends what was begun. Undefined where nothing was: there is nothing to end. */
  const end = async (text: "commit" | "rollback"): Promise<StatementResult | undefined> => {
    const isBegun = client !== undefined && begins === undefined;
    begins = undefined;
    state = isBegun ? "ending" : "none";
    client?.queue.unhold();
    return isBegun ? await client!.queue.ask(text) : undefined;
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
        state = "ending";
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
      if (!taking) refuseUnsent(new Error("The transaction was taken back"));
      await taking?.catch(() => {});
      // What is on its way there with it may fail, and take it along: it is asked for alone then.
      if (client) await end("rollback").catch(() => client!.queue.ask("rollback"));
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
      begins = undefined;
      state = "none";
      isHeld = false;
      taking = undefined;
      client?.queue.unhold();
      client?.release(isBroken);
      client = undefined;
    },
  };
}
