/**
 * Seals with the newest key what was there before: values from when there were no seals, and of older keys. In batches,
 * while others write; what is cut off goes on where it was.
 */
import { sql, type RawBuilder } from "kysely";
import { DamagedValue } from "./damaged.ts";
import { personalColumnRefs, type ColumnRef } from "./personal.ts";
import type { Seals } from "./seals.ts";
import type { Queries } from "./store.ts";

export interface ResealDeps {
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
  /** Whether the older keys are needed all the same: for files that could not be sealed anew. */
  keepKeys?: boolean;
  /** Told of each column with values that cannot be opened. */
  damaged?: (place: ColumnRef, values: number) => void;
}

const batch = 200;

/** What is found by a hash of the same key: in which columns its key and its hash are. */
const hashed: { readonly [Place in ColumnRef]?: { key: string; hash: string } } = {
  "identifiers.value": { key: "key", hash: "hash" },
  "appointments.subject": { key: "subject_key", hash: "subject_hash" },
  "sign_in_codes.person": { key: "person_key", hash: "person_hash" },
  "sign_ins.person": { key: "person_key", hash: "person_hash" },
  "account_lists.person": { key: "person_key", hash: "person_hash" },
};

/** The columns of a table's primary key, in order. */
async function primaryKey(db: Queries, { database }: ResealDeps, table: string): Promise<string[]> {
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

const names = (columns: string[]) => sql.join(columns.map((one) => sql.ref(one)));
const values = (key: string[], row: Row) => sql.join(key.map((one) => sql`${row[one]}`));

/** One batch of a column's values as they are, behind a row, with the table's key. */
async function batchOf(
  db: Queries,
  parts: ResealDeps,
  place: ColumnRef,
  after: Row | undefined,
  which: RawBuilder<unknown> = sql``,
): Promise<{ key: string[]; rows: Row[]; column: string; last: Row | undefined }> {
  const [table, column] = place.split(".") as [string, string];
  const key = await primaryKey(db, parts, table);
  const from = after ? sql`and (${names(key)}) > (${values(key, after)})` : sql``;
  const { rows } = await sql<Row>`select ${names([...key, column])} from ${sql.table(table)}
    where ${sql.ref(column)} is not null ${which} ${from}
    order by ${names(key)} limit ${sql.lit(batch)}`.execute(db);
  return { key, rows, column, last: rows.length < batch ? undefined : rows.at(-1) };
}

/** The value; undefined where it is damaged. */
function opened(seals: Seals, place: ColumnRef, text: string): string | undefined {
  try {
    return seals.open(place, text);
  } catch (error) {
    if (error instanceof DamagedValue) return undefined;
    throw error;
  }
}

/** One batch of a column: how many were sealed and are damaged, and the last row that was looked at where there are more. */
async function resealBatch(
  db: Queries,
  parts: ResealDeps,
  place: ColumnRef,
  after: Row | undefined,
): Promise<{ sealed: number; damaged: number; last: Row | undefined }> {
  const { seals } = parts;
  const [table] = place.split(".") as [string, string];
  const other = sql`and ${sql.ref(place.split(".")[1]!)} not like ${`${seals.mark}%`}`;
  const { key, rows, column, last } = await batchOf(db, parts, place, after, other);
  let damaged = 0;
  for (const row of rows) {
    const before = String(row[column]);
    const text = opened(seals, place, before);
    if (text === undefined) {
      damaged += 1;
      continue;
    }
    const found = hashed[place];
    const hash = found
      ? sql`, ${sql.ref(found.key)} = ${seals.id}, ${sql.ref(found.hash)} = ${seals.hashes(text)[0]}`
      : sql``;
    // Whoever changed it meanwhile has sealed it.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seals.seal(place, text)} ${hash}
      where (${names(key)}) = (${values(key, row)}) and ${sql.ref(column)} = ${before}`.execute(db);
  }
  return { sealed: rows.length - damaged, damaged, last };
}

/** What is sealed with the first key, all of it. */
export async function donePlaces(db: Queries, { seals }: Pick<ResealDeps, "seals">): Promise<ColumnRef[]> {
  const { done } = await db
    .selectFrom("data_keys")
    .select("done")
    .where("id", "=", seals.id)
    .executeTakeFirstOrThrow();
  return JSON.parse(done) as ColumnRef[];
}

export const markDone = async (
  db: Queries,
  parts: Pick<ResealDeps, "seals">,
  place: ColumnRef,
): Promise<void> => {
  const done = [...new Set([...(await donePlaces(db, parts)), place])].toSorted();
  await db
    .updateTable("data_keys")
    .set({ done: JSON.stringify(done) })
    .where("id", "=", parts.seals.id)
    .execute();
};

/**
 * Tells how many values were sealed anew. Those that cannot be opened stay as they are, and are told to `damaged` with
 * their number: while there are any, the older keys are not given up, since one of them may open a copy of the value.
 */
export async function reseal(
  parts: ResealDeps,
  { isStopping = () => false, whole = false, keepKeys = false, damaged = () => {} }: ResealOptions = {},
): Promise<number> {
  const { transaction, seals } = parts;
  const done = whole ? [] : await transaction((db) => donePlaces(db, parts));
  let sealed = 0;
  let isWhole = whole && !keepKeys;
  for (const place of personalColumnRefs.filter((one) => !done.includes(one))) {
    let last: Row | undefined;
    let broken = 0;
    do {
      if (isStopping()) return sealed;
      const after = last;
      const found = await transaction((db) => resealBatch(db, parts, place, after));
      sealed += found.sealed;
      broken += found.damaged;
      last = found.last;
    } while (last);
    if (broken > 0) {
      damaged(place, broken);
      isWhole = false;
      continue;
    }
    await transaction((db) => markDone(db, parts, place));
  }
  // Nothing is left that another key sealed.
  if (isWhole) await transaction((db) => db.deleteFrom("data_keys").where("id", "!=", seals.id).execute());
  return sealed;
}

/** A value in the database that is not as it was sealed. */
export interface BadValue {
  place: ColumnRef;
  /** Its row: the values of the table's key, by column. */
  key: Row;
  /** Whether it is not sealed at all, in a column where all was. */
  isPlain: boolean;
}

/** Opens every sealed value there is, and gives those that are not as they were sealed. */
export async function findBadValues(parts: ResealDeps): Promise<BadValue[]> {
  const { transaction, seals } = parts;
  const done = await transaction((db) => donePlaces(db, parts));
  const bad: BadValue[] = [];
  for (const place of personalColumnRefs) {
    let last: Row | undefined;
    do {
      const after = last;
      const found = await transaction((db) => batchOf(db, parts, place, after));
      for (const row of found.rows) {
        const { [found.column]: value, ...key } = row;
        const isPlain = !seals.isSealed(String(value)) && done.includes(place);
        if (isPlain || opened(seals, place, String(value)) === undefined) bad.push({ place, key, isPlain });
      }
      last = found.last;
    } while (last);
  }
  return bad;
}
