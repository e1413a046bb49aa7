import { removeDeliveries } from "../store/deliveries.ts";
import type { Store } from "../store/store.ts";
import { removeMailFile } from "./files.ts";

const dayMs = 86_400_000;
/** Mails in one transaction. */
const batch = 200;

/**
 * Removes mails of no submission some days after they were queued: they hold an address, and no erasure would find them.
 * They are told by what their `dedupe` begins with. Tells how many.
 */
export async function removeQueuedMails(
  store: Store,
  dataDir: string,
  prefix: string,
  days: number,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs).toISOString();
  for (let removed = 0; ;) {
    const ids = await store.transaction((db) => removeDeliveries(db, prefix, before, batch));
    for (const id of ids) await removeMailFile(dataDir, id);
    removed += ids.length;
    if (ids.length < batch) return removed;
  }
}
