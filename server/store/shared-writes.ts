/**
 * Writes of several people that PostgreSQL gets together: those of one moment are one transaction, with one round trip and
 * one commit. Each is told when that is on the disk. Where one of them fails nothing of it is done, and each is asked alone.
 */
import { isOldPlan, wireValue, type StatementResult } from "./statement-batch.ts";
import type { StatementQueue } from "./statement-queue.ts";

export interface StatementText {
  text: string;
  values: readonly unknown[];
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

/** Milliseconds after which those who wait for a lock keep nobody else from going. */
const slowMs = 50;

/** A statement failed, and the connection did not: PostgreSQL has taken all back that went with it. */
const isTakenBack = (error: unknown): boolean =>
  (error as { severity?: unknown } | null)?.severity === "ERROR";

/** Asks all of it in one round trip. Rejects with the first error, when all are answered. */
async function askAll({ queue }: TakenClient, statements: StatementText[]): Promise<StatementResult[]> {
  const settled = await Promise.allSettled(statements.map(({ text, values }) => queue.ask(text, values)));
  const failed = settled.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<StatementResult>).value);
}

/** Does all of these, or nothing, as a transaction that nobody else has a part in. */
export async function askAlone(
  take: () => Promise<TakenClient>,
  statements: StatementText[],
): Promise<StatementResult[]> {
  const client = await take();
  for (let tries = 0; ; tries += 1) {
    try {
      const results = await askAll(client, statements);
      client.release(false);
      return results;
    } catch (error) {
      // Planned for a table that is another one now. Nothing was done; planned anew it is.
      if (isOldPlan(error) && tries < statements.length) continue;
      client.release(!isTakenBack(error));
      throw error;
    }
  }
}

export function createSharedWrites(take: () => Promise<TakenClient>): SharedWrites {
  let waiting: Unit[] = [];
  let isUnderWay = false;
  let isScheduled = false;

  const alone = ({ statements, resolve, reject }: Unit): Promise<void> =>
    askAlone(take, statements).then(resolve, reject);

  const together = async (units: Unit[]): Promise<void> => {
    try {
      const results = await askAlone(
        take,
        units.flatMap(({ statements }) => statements),
      );
      for (const { statements, resolve } of units) resolve(results.splice(0, statements.length));
    } catch (error) {
      if (isTakenBack(error)) await Promise.all(units.map(alone));
      else for (const { reject } of units) reject(error);
    }
  };

  /** Whoever comes while others are under way goes with all who come until those are done. */
  const send = (): void => {
    isScheduled = false;
    if (waiting.length === 0 || isUnderWay) return;
    const units = waiting;
    waiting = [];
    isUnderWay = true;
    let isWaitedFor = true;
    const goOn = (): void => {
      if (!isWaitedFor) return;
      isWaitedFor = false;
      isUnderWay = false;
      send();
    };
    const slow = setTimeout(goOn, slowMs).unref();
    void (units.length === 1 ? alone(units[0]!) : together(units)).finally(() => {
      clearTimeout(slow);
      goOn();
    });
  };

  return {
    write: (asked) => {
      // What cannot be sent at all keeps nobody else from going.
      const statements = asked.map(({ text, values }) => ({ text, values: values.map(wireValue) }));
      const unit = { ...Promise.withResolvers<StatementResult[]>(), statements };
      waiting.push(unit);
      // Requests that are read in the same round of the event loop come together.
      if (!isScheduled) {
        isScheduled = true;
        setImmediate(send);
      }
      return unit.promise;
    },
  };
}
