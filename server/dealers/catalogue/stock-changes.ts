/**
 * Cars that were sold, came or cost something else since the stock was read: entries in the database that all servers
 * share, each with the next number. Who writes is alone with the numbers until it commits: so none appears after a higher
 * one, and who has read up to one has all before it.
 */
import { setImmediate as turn } from "node:timers/promises";
import { addServiceRecord, lastRecordKey, recordsAfter } from "../../store/service-records.ts";
import { lockRecords } from "../../store/locks.ts";
import type { Store } from "../../store/store.ts";
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
    await lockRecords(db, service);
    const last = (await lastRecordKey(db, service, prefix)) ?? firstKey;
    let number = Number(last.slice(prefix.length));
    for (const { company, id, car } of changes) {
      number += 1;
      const record = { service, key: keyOf(number), brand: String(company), body: { id, car }, answer: null };
      await addServiceRecord(db, record, now);
    }
  });
}

/** Changes read in one go: between two of them, others get their turn. */
const batch = 50;
/** Milliseconds for which nobody looks again. */
const freshMs = 250;

export interface StockFollower {
  /** Reads what is new, unless somebody has just looked. */
  follow: () => Promise<void>;
}

/** @param apply puts one change in its place */
export function followStock(store: Store, apply: (change: StockChange) => void): StockFollower {
  let last = firstKey;
  let looked = -Infinity;
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    for (;;) {
      const records = await recordsAfter(store.db, service, prefix, last, batch);
      for (const { key, brand, body } of records) {
        const { id, car } = body as Pick<StockChange, "id" | "car">;
        apply({ company: Number(brand), id, car });
        last = key;
      }
      if (records.length < batch) return;
      await turn();
    }
  };

  return {
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
