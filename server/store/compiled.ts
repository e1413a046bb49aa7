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

function valueAt(given: Given, path: readonly string[]): unknown {
  let value: unknown = given;
  for (const name of path) value = (value as Given)[name];
  return value;
}

/** Connections of open transactions: what is asked there in one moment is sent at once, in its order. */
const connections = new WeakMap<Queries, DatabaseConnection>();

/** Lets compiled queries of a transaction go to its connection directly, as long as `work` lasts. */
export async function withConnection<T>(
  db: Transaction<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  await db.getExecutor().provideConnection(async (connection) => void connections.set(db, connection));
  try {
    return await work(db);
  } finally {
    connections.delete(db);
  }
}

/**
 * What compiled queries of one transaction give that are asked in the same moment: PostgreSQL gets them in one round trip,
 * in their order. Where some fail it is the first one's error that counts, and none is under way any more.
 */
export async function together<Asked extends readonly unknown[]>(
  ...asked: Asked
): Promise<{ -readonly [Key in keyof Asked]: Awaited<Asked[Key]> }> {
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
): (db: Queries, values: Values) => Promise<QueryResult<Row>> {
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();

  const queryOf = (db: Queries, values: Given): CompiledQuery<Row> => {
    const { adapter } = db.getExecutor();
    const shapes = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    known.set(adapter, shapes);
    const shape = shapeOf(values);
    let query = shapes.get(shape);
    if (!query) {
      query = build(db, placeholdersOf(values) as Values).compile();
      if (shapes.size < maxShapes) shapes.set(shape, query);
    }
    return query;
  };

  return async (db, values) => {
    const given = values as Given;
    const query = queryOf(db, given);
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? valueAt(given, value.path) : value,
    );
    const asked = { ...query, parameters, queryId: createQueryId() };
    return await (connections.get(db)?.executeQuery<Row>(asked) ?? db.executeQuery<Row>(asked));
  };
}

/** Whether a query changed anything. */
export const changed = ({ numAffectedRows }: QueryResult<unknown>): boolean => (numAffectedRows ?? 0n) > 0n;
