/**
 * Queries that are asked again and again: built and compiled once for each database and shape of their values, and given
 * the values each time. kysely takes longer to build and compile a query than SQLite to carry it out.
 */
import {
  createQueryId,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type Transaction,
} from "kysely";
import type { PostgresConnection } from "./postgres-connection.ts";
import type { Queries } from "./store.ts";
import type { Tables } from "./tables.ts";

/** Stands for a value while a query is built: its place among those that are given. */
class Placeholder {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }
}

type Given = Readonly<Record<string, unknown>>;

/** The names of values in their order, and of those within where one is an object. What is undefined is not there. */
interface Shape {
  names: string[];
  within: (Shape | undefined)[];
}

const isObject = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value);

/** Values with the same names in the same places have the same text. */
function textOf(given: Given): string {
  let text = "";
  for (const name in given) {
    const value = given[name];
    if (value === undefined) continue;
    text += isObject(value) ? `${name}(${textOf(value)})` : `${name},`;
  }
  return text;
}

/** The shape of values, and the same with placeholders in their places, numbered from `next` on. */
function shapeOf(given: Given, next = { place: 0 }): { shape: Shape; placeholders: unknown } {
  const shape: Shape = { names: [], within: [] };
  const placeholders: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const within = isObject(value) ? shapeOf(value, next) : undefined;
    shape.names.push(name);
    shape.within.push(within?.shape);
    placeholders.push([name, within ? within.placeholders : new Placeholder(next.place++)]);
  }
  return {
    shape,
    placeholders: Array.isArray(given)
      ? placeholders.map(([, value]) => value)
      : Object.fromEntries(placeholders),
  };
}

/** Puts values in a row, in their places. Tells whether they have this shape: for most it is the one of the last time. */
function lineUp({ names, within }: Shape, given: Given, row: unknown[]): boolean {
  const own = Object.keys(given);
  let at = 0;
  for (let index = 0; index < own.length; index += 1) {
    const name = own[index]!;
    const value = given[name];
    if (value === undefined) continue;
    if (name !== names[at]) return false;
    const inner = within[at];
    if (isObject(value) ? !inner || !lineUp(inner, value, row) : inner !== undefined) return false;
    if (!inner) row.push(value);
    at += 1;
  }
  return at === names.length;
}

/** An open transaction: its connection, where what is asked in one moment is sent at once, and what nobody waits for. */
interface OpenTransaction {
  connection: DatabaseConnection & Partial<Pick<PostgresConnection, "holdForCommit">>;
  unanswered: Promise<unknown>[];
}

const transactions = new WeakMap<Queries, OpenTransaction>();

/**
 * Lets compiled queries of a transaction go to its connection directly, as long as `work` lasts. Gives what `work` asked to
 * be done with the commit: none of it has failed before it was asked.
 */
export async function withConnection<T>(
  db: Transaction<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<{ result: T; unanswered: Promise<unknown>[] }> {
  const unanswered: Promise<unknown>[] = [];
  await db
    .getExecutor()
    .provideConnection(async (connection) => void transactions.set(db, { connection, unanswered }));
  try {
    const result = await work(db);
    if (unanswered.length > 0) await throwFirst(unanswered);
    return { result, unanswered };
  } finally {
    transactions.delete(db);
  }
}

/** Throws the error of the first that has failed by now, without waiting for those that are under way. */
export async function throwFirst(asked: Promise<unknown>[]): Promise<void> {
  const errors: unknown[] = [];
  for (const [index, one] of asked.entries()) one.catch((error: unknown) => (errors[index] = error));
  // Whatever needs no answer of a database has gone through all its promises by then.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  for (const index of errors.keys()) if (index in errors) throw errors[index];
}

/** What a compiled query gives: it was asked when one has this, before anything that is asked after it. */
export type Asked<Row> = Promise<QueryResult<Row>> & { readonly [isAsked]: true };
declare const isAsked: unique symbol;

/**
 * A compiled query of a transaction whose answer nobody waits for: PostgreSQL gets it together with the commit. Where it
 * fails, the transaction does. Asked last: another query after it would cost the round trip that this spares.
 */
export function withCommit(db: Queries, asked: Asked<unknown> | undefined): void {
  const transaction = transactions.get(db);
  // Whoever throws between two of them leaves none that nobody hears.
  asked?.catch(() => {});
  if (!transaction) throw new Error("There is no transaction here");
  if (!asked) return;
  transaction.unanswered.push(asked);
  transaction.connection.holdForCommit?.();
}

/**
 * What compiled queries of one transaction give that are asked in the same moment: PostgreSQL gets them in one round trip,
 * in their order. Where some fail it is the first one's error that counts, and none is under way any more.
 */
export async function together<All extends readonly unknown[]>(
  ...asked: All
): Promise<{ -readonly [Key in keyof All]: Awaited<All[Key]> }> {
  const settled = await Promise.allSettled(asked);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as never;
}

/** Shapes of one query, such as lists of so many rows. More than that are compiled each time. */
const maxShapes = 64;

/**
 * `build` is handed the values with placeholders in their place: it may only put them where a query takes a value, and
 * whatever it reads of them besides their names is the same for all values of that shape.
 */
export function compiled<Values extends object, Row>(
  build: (db: Queries, values: Values) => Compilable<Row>,
): (db: Queries, values: Values) => Asked<Row> {
  interface Known {
    shape: Shape;
    query: CompiledQuery<Row>;
  }
  const known = new WeakMap<object, { shapes: Map<string, Known>; last?: Known }>();

  /** The query of values, and these in a row. */
  const queryOf = (db: Queries, given: Given): { query: CompiledQuery<Row>; row: unknown[] } => {
    const { adapter } = db.getExecutor();
    const own = known.get(adapter) ?? { shapes: new Map<string, Known>() };
    known.set(adapter, own);
    let row: unknown[] = [];
    if (own.last && lineUp(own.last.shape, given, row)) return { query: own.last.query, row };
    const text = textOf(given);
    let one = own.shapes.get(text);
    if (!one) {
      const { shape, placeholders } = shapeOf(given);
      one = { shape, query: build(db, placeholders as Values).compile() };
      if (own.shapes.size < maxShapes) own.shapes.set(text, one);
    }
    own.last = one;
    row = [];
    lineUp(one.shape, given, row);
    return { query: one.query, row };
  };

  const ask = async (db: Queries, values: Values): Promise<QueryResult<Row>> => {
    const { query, row } = queryOf(db, values as Given);
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? row[value.place] : value,
    );
    const asked = { ...query, parameters, queryId: createQueryId(), [short]: true };
    return await (transactions.get(db)?.connection.executeQuery<Row>(asked) ?? db.executeQuery<Row>(asked));
  };
  return (db, values) => {
    const asked = ask(db, values);
    // Whoever throws before it waits for an answer does not hear that there is none.
    asked.catch(() => {});
    return asked as Asked<Row>;
  };
}

/** Marks a query that every request asks: it is short, and may go together with those of others. */
const short: unique symbol = Symbol("short");

export const isShort = (query: object): boolean => short in query;

/** Whether a query changed anything. */
export const changed = ({ numAffectedRows }: QueryResult<unknown>): boolean => (numAffectedRows ?? 0n) > 0n;
