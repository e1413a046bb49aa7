/**
 * Seals with the newest key what was there before: values from when there were no seals, and of older keys. In batches,
 * while others write; what is cut off goes on where it was.
 */
import { sql } from "kysely";
import { personalPlaces, type Place } from "./personal.ts";
import type { Seals } from "./seals.ts";
import type { Queries } from "./store.ts";

export interface ResealParts {
  /** Of the database as it is, with what is sealed in it sealed. */
  transaction: <T>(work: (db: Queries) => Promise<T>) => Promise<T>;
  database: "sqlite" | "postgres";
  seals: Seals;
}

export interface ResealOptions {
  /** Asked between batches. */
  isStopping?: () => boolean;
  /** Looks at all columns, also at those that are done, and gives up the older keys afterwards. */
  whole?: boolean;
}

const batch = 200;

/** The columns of a table's primary key, in order. */
async function primaryKey(db: Queries, { database }: ResealParts, table: string): Promise<string[]> {
  const query =
    database === "sqlite"
      ? sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`
      : sql<{ name: string }>`select a.attname as name from pg_index i
          cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          where i.indrelid = ${table}::regclass and i.indisprimary order by k.place`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

type Row = Record<string, string | number>;

/** One batch of a column: how many were sealed, and the last row that was looked at where there are more. */
async function resealBatch(
  db: Queries,
  parts: ResealParts,
  place: Place,
  after: Row | undefined,
): Promise<{ sealed: number; last: Row | undefined }> {
  const { seals } = parts;
  const [table, column] = place.split(".") as [string, string];
  const key = await primaryKey(db, parts, table);
  const names = (columns: string[]) => sql.join(columns.map((one) => sql.ref(one)));
  const values = (row: Row) => sql.join(key.map((one) => sql`${row[one]}`));
  const from = after ? sql`and (${names(key)}) > (${values(after)})` : sql``;
  const { rows } = await sql<Row>`select ${names([...key, column])} from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${sql.ref(column)} not like ${`${seals.mark}%`} ${from}
    order by ${names(key)} limit ${sql.lit(batch)}`.execute(db);
  for (const row of rows) {
    const before = String(row[column]);
    const text = seals.open(place, before);
    // An identifier is found by a hash of the same key.
    const hash =
      place === "identifiers.value" ? sql`, key = ${seals.id}, hash = ${seals.hashes(text)[0]}` : sql``;
    // Whoever changed it meanwhile has sealed it.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seals.seal(place, text)} ${hash}
      where (${names(key)}) = (${values(row)}) and ${sql.ref(column)} = ${before}`.execute(db);
  }
  return { sealed: rows.length, last: rows.length < batch ? undefined : rows.at(-1) };
}

async function donePlaces(db: Queries, { seals }: ResealParts): Promise<Place[]> {
  const { done } = await db
    .selectFrom("data_keys")
    .select("done")
    .where("id", "=", seals.id)
    .executeTakeFirstOrThrow();
  return JSON.parse(done) as Place[];
}

const markDone = async (db: Queries, parts: ResealParts, place: Place): Promise<void> => {
  const done = [...new Set([...(await donePlaces(db, parts)), place])].toSorted();
  await db
    .updateTable("data_keys")
    .set({ done: JSON.stringify(done) })
    .where("id", "=", parts.seals.id)
    .execute();
};

/** Tells how many values were sealed anew. @throws {Error} at one that cannot be opened. */
export async function reseal(
  parts: ResealParts,
  { isStopping = () => false, whole = false }: ResealOptions = {},
): Promise<number> {
  const { transaction, seals } = parts;
  const done = whole ? [] : await transaction((db) => donePlaces(db, parts));
  let sealed = 0;
  for (const place of personalPlaces.filter((one) => !done.includes(one))) {
    let last: Row | undefined;
    do {
      if (isStopping()) return sealed;
      const after = last;
      const found = await transaction((db) => resealBatch(db, parts, place, after));
      sealed += found.sealed;
      last = found.last;
    } while (last);
    await transaction((db) => markDone(db, parts, place));
  }
  // Nothing is left that another key sealed.
  if (whole) await transaction((db) => db.deleteFrom("data_keys").where("id", "!=", seals.id).execute());
  return sealed;
}
