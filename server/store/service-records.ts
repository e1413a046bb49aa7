/** What embedded services keep, by the idempotency key of the call. */
import { compiled, type Asked } from "./compiled.ts";
import type { Queries } from "./store.ts";

export interface ServiceRecord {
  service: string;
  /** The call's, or a name that ends with `/<the call's>`: an erasure finds it by that. Else nothing of anybody's is in it. */
  key: string;
  brand: string;
  body: unknown;
  answer: unknown;
}

/** The record of an earlier call with this key. */
export async function findServiceRecord(
  db: Queries,
  service: string,
  key: string,
): Promise<ServiceRecord | undefined> {
  const [row] = (await recordOf(db, { service, key })).rows;
  return (
    row && { service, key, brand: row.brand, body: JSON.parse(row.body), answer: JSON.parse(row.answer) }
  );
}

const recordOf = compiled((db, { service, key }: Pick<ServiceRecord, "service" | "key">) =>
  db.selectFrom("service_records").selectAll().where("service", "=", service).where("key", "=", key),
);

/** Keeps a call. Throws if the key was used before: look first, in the same transaction. */
export const addServiceRecord = (db: Queries, record: ServiceRecord, now: Date): Asked<unknown> =>
  insertRecord(db, rowOf(record, now));

const insertRecord = compiled((db, row: ReturnType<typeof rowOf>) =>
  db.insertInto("service_records").values(row),
);

const rowOf = ({ service, key, brand, body, answer }: ServiceRecord, now: Date) => ({
  service,
  key,
  brand,
  body: JSON.stringify(body),
  answer: JSON.stringify(answer),
  created_at: now.toISOString(),
});

/** Keeps a record unless there is one with its key already, and says whether it was kept: of two at once, one is. */
export async function takeServiceRecord(db: Queries, record: ServiceRecord, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("service_records")
    .values(rowOf(record, now))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Keys of a service that begin so. `prefix` has no sign that `like` reads in its own way. */
export async function recordKeys(db: Queries, service: string, prefix: string): Promise<string[]> {
  const rows = await db
    .selectFrom("service_records")
    .select("key")
    .where("service", "=", service)
    .where("key", "like", `${prefix}%`)
    .execute();
  return rows.map(({ key }) => key);
}

/** The last key of a service that begins so. `prefix` has no sign that `like` reads in its own way. */
export async function lastRecordKey(
  db: Queries,
  service: string,
  prefix: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("service_records")
    .select("key")
    .where("service", "=", service)
    .where("key", "like", `${prefix}%`)
    .orderBy("key", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

/** Records of a service whose keys begin so and come after one, in order. */
export async function recordsAfter(
  db: Queries,
  service: string,
  prefix: string,
  after: string,
  limit: number,
): Promise<ServiceRecord[]> {
  const rows = await db
    .selectFrom("service_records")
    .selectAll()
    .where("service", "=", service)
    .where("key", ">", after)
    .where("key", "like", `${prefix}%`)
    .orderBy("key")
    .limit(limit)
    .execute();
  return rows.map(({ key, brand, body, answer }) => ({
    service,
    key,
    brand,
    body: JSON.parse(body),
    answer: JSON.parse(answer),
  }));
}
