/** Seals all personal data, in the database and in files, with the first key of DATA_KEY, while the server runs or not. */
import { resealAll } from "../files/reseal-all.ts";
import { openStorage } from "../storage/storage.ts";
import type { Opened } from "./store.ts";

export interface Rekeyed {
  /** Values and files that had another key, or none. */
  count: number;
  /** The key that they have now. */
  key: string;
  /** Columns and kinds of files with some that could not be read, and how many. */
  damaged: { column: string; values: number }[];
}

export async function rekey({ store, config }: Opened): Promise<Rekeyed> {
  const bad: Rekeyed["damaged"] = [];
  const damaged = (column: string, values: number): void => void bad.push({ column, values });
  const storage = await openStorage(config);
  try {
    const count = await resealAll({ store, storage, dataDir: config.dataDir }, { whole: true, damaged });
    return { count, key: store.seals.id, damaged: bad };
  } finally {
    await storage.close();
  }
}
