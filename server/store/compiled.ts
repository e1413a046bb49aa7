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

/** Stands for a value while a query is built: where it is found among those that are given. */
class Placeholder {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    this.path = path;
  }
}

type Given = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value);

/** Values with the same names in the same places have the same text. What is undefined is not there. */
function shapeOf(given: Given): string {
  let shape = "";
  for (const name in given) {
    const value = given[name];
    if (value === undefined) continue;
    shape += isObject(value) ? `${name}(${shapeOf(value)})` : `${name},`;
  }
  return shape;
}

function placeholdersOf(given: Given, path: readonly string[] = []): unknown {
  const at = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const inner = [...path, name];
    return [[name, isObject(value) ? placeholdersOf(value, inner) : new Placeholder(inner)] as const];
  });
  return Array.isArray(given) ? at.map(([, value]) => value) : Object.fromEntries(at);
}

/** Whether values have the shape of these placeholders: for most it is the same as last time, and cheaper to see than to tell. */
function fits(placeholders: Given, given: Given): boolean {
  let count = 0;
  for (const name in given) {
    const value = given[name];
    if (value === undefined) continue;
    count += 1;
    const place = placeholders[name];
    const isLike = isObject(value)
      ? isObject(place) && !(place instanceof Placeholder) && fits(place, value)
      : place instanceof Placeholder;
    if (!isLike) return false;
  }
  for (const _ in placeholders) count -= 1;
  return count === 0;
}

function valueAt(given: Given, path: readonly string[]): unknown {
  let value: unknown = given;
  for (const name of path) value = (value as Given)[name];
  return value;
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
    placeholders: Given;
    query: CompiledQuery<Row>;
  }
  const known = new WeakMap<object, { shapes: Map<string, Known>; last?: Known }>();

  const queryOf = (db: Queries, values: Given): CompiledQuery<Row> => {
    const { adapter } = db.getExecutor();
    const own = known.get(adapter) ?? { shapes: new Map<string, Known>() };
    known.set(adapter, own);
    if (own.last && fits(own.last.placeholders, values)) return own.last.query;
    const shape = shapeOf(values);
    let one = own.shapes.get(shape);
    if (!one) {
      const placeholders = placeholdersOf(values) as Given;
      one = { placeholders, query: build(db, placeholders as Values).compile() };
      if (own.shapes.size < maxShapes) own.shapes.set(shape, one);
    }
    own.last = one;
    return one.query;
  };

  const ask = async (db: Queries, values: Values): Promise<QueryResult<Row>> => {
    const given = values as Given;
    const query = queryOf(db, given);
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? valueAt(given, value.path) : value,
    );
    const asked = { ...query, parameters, queryId: createQueryId() };
    return await (transactions.get(db)?.connection.executeQuery<Row>(asked) ?? db.executeQuery<Row>(asked));
  };
  return ask as (db: Queries, values: Values) => Asked<Row>;
}

/** Whether a query changed anything. */
export const changed = ({ numAffectedRows }: QueryResult<unknown>): boolean => (numAffectedRows ?? 0n) > 0n;
