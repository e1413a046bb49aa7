/** What is sealed and cannot be opened: one such value must not take the rows beside it along. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ColumnRef } from "./personal.ts";

/** A sealed value was changed, moved here from elsewhere, or its key is not here. What it held is never repeated. */
export class DamagedValue extends Error {
  readonly place: ColumnRef;
  constructor(place: ColumnRef, why: string) {
    super(`a value of ${place} ${why}`);
    this.name = "DamagedValue";
    this.place = place;
  }
}

/** A row without those of its values that cannot be opened, and where these are. */
export interface DamagedRow<T = Record<string, unknown>> {
  row: Partial<T>;
  places: ColumnRef[];
}

const apart = new AsyncLocalStorage<DamagedRow[]>();

/** Rows of a query, and apart from them those that are damaged. Any other query throws at the first such value. */
export async function readApart<T>(query: {
  execute: () => Promise<T[]>;
}): Promise<{ rows: T[]; damaged: DamagedRow<T>[] }> {
  const damaged: DamagedRow[] = [];
  const rows = await apart.run(damaged, () => query.execute());
  return { rows, damaged: damaged as DamagedRow<T>[] };
}

/** Where the query that runs now wants its damaged rows; undefined where it wants none. */
export const damagedRows = (): DamagedRow[] | undefined => apart.getStore();
