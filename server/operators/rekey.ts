/** Seals all personal data in the database with the first key of DATA_KEY, while the server runs or not. */
import type { Store } from "../store/store.ts";

export interface Rekeyed {
  /** Values that had another key, or none. */
  count: number;
  /** The key that they have now. */
  key: string;
  /** Columns with values that could not be read, and how many. */
  damaged: { column: string; values: number }[];
}

export async function rekey(store: Store): Promise<Rekeyed> {
  const bad: Rekeyed["damaged"] = [];
  const damaged = (column: string, values: number): void => void bad.push({ column, values });
  const count = await store.reseal({ whole: true, damaged });
  return { count, key: store.seals.id, damaged: bad };
}
