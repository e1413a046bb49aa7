/** What one connection to PostgreSQL is asked, a round trip after the other. */
import type pg from "pg";
import {
  noPlans,
  statementBatch,
  type Statement,
  type StatementResult,
  type Types,
  type WireValue,
} from "./statement-batch.ts";

export interface StatementQueue {
  ask(text: string, values?: WireValue[]): Promise<StatementResult>;
}

/** Asks a client for statements: those of one moment, and those that come until they are answered, in one round trip. */
export function createQueue(client: pg.PoolClient, types: Types): StatementQueue {
  const plans = noPlans();
  let asked: Statement[] = [];
  let isUnderWay = false;
  const send = (): void => {
    if (isUnderWay || asked.length === 0) return;
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
      asked.push({ text, values, resolve, reject });
      // When all that runs now has asked what it has to ask.
      process.nextTick(send);
      return promise;
    },
  };
}
