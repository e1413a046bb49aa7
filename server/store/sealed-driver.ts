import type { CompiledQuery, DatabaseConnection, Driver, QueryCompiler, QueryResult } from "kysely";
import { DamagedValue, damagedRows } from "./damaged.ts";
import type { ColumnRef } from "./personal.ts";
import { planQuery, type QueryPlan } from "./sealed-queries.ts";
import type { Seals } from "./seals.ts";

/** More than there are queries; those with a list have a text for each length. */
const maxPlans = 2000;

function sealedParameters(
  { seals: places }: QueryPlan,
  parameters: readonly unknown[],
  seals: Seals,
): unknown[] {
  const values = [...parameters];
  for (const { index, place } of places) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    if (typeof value !== "string") throw new Error(`a value of ${place} is no text`);
    values[index] = seals.seal(place, value);
  }
  return values;
}

/** Opens a row's values; what cannot be opened is taken out of it, where somebody wants to know. Gives where that was. */
function openRow(
  { opens }: QueryPlan,
  row: Record<string, unknown>,
  seals: Seals,
  isTold: boolean,
): ColumnRef[] {
  const damaged: ColumnRef[] = [];
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== "string") continue;
    const place = opens.get(name);
    if (place === undefined) {
      // Better nothing than what nobody can read.
      if (seals.isSealed(value)) throw new Error(`a query gives "${name}" without opening it`);
      continue;
    }
    try {
      row[name] = seals.open(place, value);
    } catch (error) {
      if (!isTold || !(error instanceof DamagedValue)) throw error;
      delete row[name];
      damaged.push(place);
    }
  }
  return damaged;
}

function openRows<R>(plan: QueryPlan, rows: R[], seals: Seals): R[] {
  const damaged = damagedRows();
  return rows.filter((given) => {
    const row = given as Record<string, unknown>;
    const places = openRow(plan, row, seals, damaged !== undefined);
    if (places.length > 0) damaged?.push({ row, places });
    return places.length === 0;
  });
}

/**
 * A driver that seals personal values on their way into the database and opens them on their way out: whoever asks it
 * cannot forget to, and cannot get around it.
 */
export function sealed(driver: Driver, seals: Seals, compiler: QueryCompiler): Driver {
  const known = new WeakSet<DatabaseConnection>();
  // A text that somebody wrote may be the same as one that was compiled: they are no one query.
  const plans = { raw: new Map<string, QueryPlan>(), compiled: new Map<string, QueryPlan>() };
  const planOf = ({ query, sql }: CompiledQuery): QueryPlan => {
    const kept = query.kind === "RawNode" ? plans.raw : plans.compiled;
    let plan = kept.get(sql);
    if (!plan) {
      plan = planQuery(query, compiler);
      if (kept.size >= maxPlans) kept.clear();
      kept.set(sql, plan);
    }
    return plan;
  };
  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => {
      const connection = await driver.acquireConnection(options);
      if (known.has(connection)) return connection;
      known.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async <R>(
        query: CompiledQuery,
        ...more: Parameters<typeof execute> extends [unknown, ...infer More] ? More : never
      ): Promise<QueryResult<R>> => {
        const plan = planOf(query);
        const asked =
          plan.seals.length === 0
            ? query
            : { ...query, parameters: sealedParameters(plan, query.parameters, seals) };
        const result = await execute<R>(asked, ...more);
        return { ...result, rows: openRows(plan, result.rows, seals) };
      };
      // oxlint-disable-next-line require-yield -- rows that nobody opens are given to nobody
      connection.streamQuery = async function* () {
        throw new Error("Streams are not read from the store");
      };
      return connection;
    },
    releaseConnection: (...given) => driver.releaseConnection(...given),
    beginTransaction: (...given) => driver.beginTransaction(...given),
    commitTransaction: (...given) => driver.commitTransaction(...given),
    rollbackTransaction: (...given) => driver.rollbackTransaction(...given),
    destroy: (...given) => driver.destroy(...given),
  };
}
