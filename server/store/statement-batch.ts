/**
 * Statements that PostgreSQL is asked in one round trip: written at once, with one end, and answered at once. Each is
 * planned and described once on a connection. What follows one that fails is not done.
 */
import type pg from "pg";
import { isOldPlan } from "./postgres-errors.ts";

/** What the protocol carries for a value. */
export type WireValue = string | Buffer | null;

export interface StatementResult {
  command: string;
  rowCount: number;
  rows: Record<string, unknown>[];
}

export interface Statement {
  text: string;
  values: WireValue[];
  resolve: (result: StatementResult) => void;
  reject: (error: unknown) => void;
}

/** A column of what a statement gives, and how its text is read. */
interface Column {
  name: string;
  read: (text: string) => unknown;
}

/** A statement that a connection has planned. Its columns are known once it was described. */
interface Plan {
  name: string;
  columns?: Column[];
}

/** Statements that a connection keeps planned: kysely asks for the same few hundred again and again. */
const maxPlans = 400;
/** Longer ones are lists of values, each of another length. */
const maxPlannedLength = 4_000;

/** What a connection has planned, by text. */
export interface Plans {
  known: Map<string, Plan>;
  /** Names are never the same again, as a connection may have one of before. */
  drawn: number;
}

export type Types = Pick<typeof pg.types, "getTypeParser">;

export const noPlans = (): Plans => ({ known: new Map(), drawn: 0 });

/** @throws {Error} for a value that no column has */
export function wireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new Error("the store has no such values");
}

/** Statements of one kind: said with values, or one of those that begin and end a transaction. */
const isPlanned = ({ text, values }: Statement): boolean =>
  (values.length > 0 && text.length <= maxPlannedLength) || /^(?:begin|start|commit|rollback)\b/.test(text);

/** A statement of the batch, as it is sent. */
interface Sent {
  statement: Statement;
  plan: Plan;
  /** Planned by this batch: not known to be planned where it failed. */
  isNew: boolean;
}

/** What `pg` hands the messages of the server to. */
export interface Batch extends pg.Submittable {
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(message: { text: string }): void;
  handleEmptyQuery(): void;
  handleReadyForQuery(): void;
  handleError(error: unknown): void;
}

/** `ended` is called once, when the connection may be asked for more. */
export function statementBatch(
  statements: Statement[],
  plans: Plans,
  types: Types,
  ended: () => void,
): Batch {
  const sent: Sent[] = [];
  const results: StatementResult[] = [];
  let rows: Record<string, unknown>[] = [];
  let isOver = false;

  const planOf = (statement: Statement): Omit<Sent, "statement"> => {
    const known = plans.known.get(statement.text);
    if (known) return { plan: known, isNew: false };
    if (plans.known.size >= maxPlans || !isPlanned(statement)) return { plan: { name: "" }, isNew: true };
    const plan = { name: `v${(plans.drawn += 1)}` };
    plans.known.set(statement.text, plan);
    return { plan, isNew: true };
  };

  const over = (error?: { error: unknown }): void => {
    if (isOver) return;
    isOver = true;
    // Where the end of all failed, nothing of it is done.
    const done = error && results.length === statements.length ? 0 : results.length;
    for (const [index, { statement, plan, isNew }] of sent.entries()) {
      const isLost = isNew ? index >= done : index === done && isOldPlan(error?.error);
      if (isLost && plans.known.get(statement.text) === plan) plans.known.delete(statement.text);
    }
    ended();
    for (const [index, statement] of statements.entries()) {
      if (index < done) statement.resolve(results[index]!);
      else statement.reject(error?.error ?? new Error("the database did not answer a statement"));
    }
  };

  return {
    submit: (connection) => {
      // One write for all of it.
      connection.stream.cork();
      try {
        for (const statement of statements) {
          const { plan, isNew } = planOf(statement);
          const { text, values } = statement;
          sent.push({ statement, plan, isNew });
          if (isNew) connection.parse({ name: plan.name, text, types: [] }, true);
          connection.bind({ statement: plan.name, values }, true);
          if (isNew) connection.describe({ type: "P" }, true);
          connection.execute(null, true);
        }
        connection.sync();
      } finally {
        connection.stream.uncork();
      }
    },
    handleRowDescription: ({ fields }) => {
      sent[results.length]!.plan.columns = fields.map(({ name, dataTypeID }) => ({
        name,
        read: types.getTypeParser(dataTypeID, "text") as Column["read"],
      }));
    },
    handleDataRow: ({ fields }) => {
      if (isOver) return;
      try {
        const row: Record<string, unknown> = {};
        for (const [index, { name, read }] of sent[results.length]!.plan.columns!.entries()) {
          const text = fields[index];
          row[name] = text === null || text === undefined ? null : read(text);
        }
        rows.push(row);
      } catch (error) {
        // Thrown from here it would end the process.
        over({ error });
      }
    },
    handleCommandComplete: ({ text }) => {
      sent[results.length]!.plan.columns ??= [];
      const words = text.split(" ");
      results.push({ command: words[0]!, rowCount: Number(words.at(-1)) || 0, rows });
      rows = [];
    },
    handleEmptyQuery: () => void results.push({ command: "", rowCount: 0, rows: [] }),
    handleReadyForQuery: () => over(),
    handleError: (error) => over({ error }),
  };
}
