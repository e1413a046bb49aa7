/**
 * Writes of several people that PostgreSQL gets together: those of one moment are one transaction, with one round trip and
 * one commit. Each is told when that is on the disk. Where one of them fails nothing of it is done, and each is asked alone.
 */
import { setImmediate } from "node:timers/promises";
import { isOldPlan, isTakenBack } from "./postgres-errors.ts";
import type { StatementResult, WireValue } from "./statement-batch.ts";
import type { StatementQueue } from "./statement-queue.ts";

export interface StatementText {
  text: string;
  values: WireValue[];
}

/** A connection that nobody else uses, until it is given back. */
export interface TakenClient {
  queue: StatementQueue;
  release(isBroken: boolean): void;
}

export interface SharedWrites {
  /** Does all of these or nothing, in their order, and gives what each gave. */
  write(statements: StatementText[]): Promise<StatementResult[]>;
}

interface Unit extends PromiseWithResolvers<StatementResult[]> {
  statements: StatementText[];
}

/** Whoever waits for a lock longer than these milliseconds keeps nobody else: each is asked alone then. */
const limitLocks: StatementText = { text: "select set_config('lock_timeout', $1, true)", values: ["100"] };

/** More than there are connections, each of which may have planned a statement for a table as it was. */
const maxTries = 20;

/** Asks all of it in one round trip. Rejects with the first error, when all are answered. */
async function askAll({ queue }: TakenClient, statements: StatementText[]): Promise<StatementResult[]> {
  const settled = await Promise.allSettled(statements.map(({ text, values }) => queue.ask(text, values)));
  const failed = settled.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<StatementResult>).value);
}

/**
 * Does all of these, or nothing, as a transaction that nobody else has a part in. Where others stood in its way it is told:
 * only who asked knows what has to be done again.
 */
export async function asTransaction(
  take: () => Promise<TakenClient>,
  statements: StatementText[],
): Promise<StatementResult[]> {
  for (let tries = 1; ; tries += 1) {
    const client = await take();
    let isBroken = false;
    try {
      return await askAll(client, statements);
    } catch (error) {
      isBroken = !isTakenBack(error);
      if (tries >= maxTries || !isOldPlan(error)) throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

export function createSharedWrites(take: () => Promise<TakenClient>): SharedWrites {
  let waiting: Unit[] = [];
  let isWorking = false;

  /** Nobody else waits for it: it may take as long as a lock that it needs. */
  const alone = ({ statements, resolve, reject }: Unit): void =>
    void asTransaction(take, statements).then(resolve, reject);

  const together = async (units: Unit[]): Promise<void> => {
    try {
      const all = [limitLocks, ...units.flatMap(({ statements }) => statements)];
      const [, ...results] = await asTransaction(take, all);
      for (const { statements, resolve } of units) resolve(results.splice(0, statements.length));
    } catch (error) {
      for (const unit of units) {
        if (isTakenBack(error)) alone(unit);
        else unit.reject(error);
      }
    }
  };

  /** Whoever comes while others are under way goes with all who come until those are done. */
  const work = async (): Promise<void> => {
    // Requests that are read in the same round of the event loop come together.
    await setImmediate();
    while (waiting.length > 0) {
      const units = waiting;
      waiting = [];
      await together(units);
    }
    isWorking = false;
  };

  return {
    write: (statements) => {
      const unit = { ...Promise.withResolvers<StatementResult[]>(), statements };
      waiting.push(unit);
      if (!isWorking) {
        isWorking = true;
        void work();
      }
      return unit.promise;
    },
  };
}
