/** What embedded services keep, by the idempotency key of the call. */
import type { Queries } from "./store.ts";

export interface ServiceRecord {
  service: string;
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
  const row = await db
    .selectFrom("service_records")
    .selectAll()
    .where("service", "=", service)
    .where("key", "=", key)
    .executeTakeFirst();
  return (
    row && { service, key, brand: row.brand, body: JSON.parse(row.body), answer: JSON.parse(row.answer) }
  );
}

/** Keeps a call. Throws if the key was used before: look first, in the same transaction. */
export async function addServiceRecord(db: Queries, record: ServiceRecord, now: Date): Promise<void> {
  await db
    .insertInto("service_records")
    .values({
      service: record.service,
      key: record.key,
      brand: record.brand,
      body: JSON.stringify(record.body),
      answer: JSON.stringify(record.answer),
      created_at: now.toISOString(),
    })
    .execute();
}
