/**
 * Cars that were sold, came or cost something else since the stock was read: entries in the database that all servers
 * share, each with the next number. Who writes is alone with the numbers until it commits: so none appears after a higher
 * one, and who has read up to one has all before it.
 */
import { setImmediate as turn } from "node:timers/promises";
import {
  addServiceRecord,
  lastRecordKey,
  recordsAfter,
  type ServiceRecord,
} from "../../store/service-records.ts";
import { lockRecords } from "../../store/locks.ts";
import type { Queries, Store } from "../../store/store.ts";
import type { StockCar } from "../reference/types.ts";

export interface StockChange {
  company: number;
  id: number;
  /** As it is now; null where it is not for sale any more. */
  car: StockCar | null;
}

const service = "catalog";
const prefix = "stock/";
const digits = 12;
const firstKey = prefix + "0".repeat(digits);
const keyOf = (number: number): string => prefix + String(number).padStart(digits, "0");

/** Writes changes in their order, all of them or none. */
export async function addStockChanges(store: Store, changes: StockChange[], now: Date): Promise<void> {
  await store.transaction(async (db) => {
    await lockStock(db);
    await writeStockChanges(db, changes, now);
  });
}

/** Until the transaction ends nobody else changes the stock. */
export const lockStock = (db: Queries): Promise<void> => lockRecords(db, service);

/** The same in a transaction that has the stock's lock. */
export async function writeStockChanges(db: Queries, changes: StockChange[], now: Date): Promise<void> {
  const last = (await lastRecordKey(db, service, prefix)) ?? firstKey;
  let number = Number(last.slice(prefix.length));
  for (const { company, id, car } of changes) {
    number += 1;
    const record = { service, key: keyOf(number), brand: String(company), body: { id, car }, answer: null };
    await addServiceRecord(db, record, now);
  }
}

/** Changes read in one go: between two of them, others get their turn. */
const batch = 50;
/** Milliseconds for which nobody looks again. */
const freshMs = 250;

/** All changes after a key, in order. */
async function changesAfter(db: Queries, last: string): Promise<StockChange[]> {
  const changes: StockChange[] = [];
  for (let after = last; ;) {
    const records = await recordsAfter(db, service, prefix, after, batch);
    changes.push(...records.map(changeOf));
    if (records.length < batch) return changes;
    after = records.at(-1)!.key;
  }
}

/** All that was ever changed, in order. */
export const allStockChanges = (db: Queries): Promise<StockChange[]> => changesAfter(db, firstKey);

export interface StockFollower {
  /** Reads what is new, unless somebody has just looked. */
  follow: () => Promise<void>;
  /** What was changed since it was last read, in order. In a transaction that has the stock's lock nothing is missing. */
  unread: (db: Queries) => Promise<StockChange[]>;
}

function changeOf({ brand, body }: ServiceRecord): StockChange {
  const { id, car } = body as Pick<StockChange, "id" | "car">;
  return { company: Number(brand), id, car };
}

/** @param apply puts one change in its place */
export function followStock(store: Store, apply: (change: StockChange) => void): StockFollower {
  let last = firstKey;
  let looked = -Infinity;
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    for (;;) {
      const records = await recordsAfter(store.db, service, prefix, last, batch);
      for (const record of records) {
        apply(changeOf(record));
        last = record.key;
      }
      if (records.length < batch) return;
      await turn();
    }
  };

  return {
    unread: (db) => changesAfter(db, last),
    follow: async () => {
      if (reading) return await reading;
      if (performance.now() - looked < freshMs) return;
      reading = read().finally(() => {
        looked = performance.now();
        reading = undefined;
      });
      await reading;
    },
  };
}
