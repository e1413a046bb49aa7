import { removeMailFile } from "../mail/files.ts";
import { sessionDays } from "../http/sessions.ts";
import { removeHandoffDeliveries } from "../store/handoffs.ts";
import type { Store } from "../store/store.ts";

const day = 86_400_000;
/** Mails in one transaction. */
const batch = 200;

/**
 * Removes the mails with which runs went elsewhere, when their handoffs go: they hold an address, and no erasure would
 * find them any more. Tells how many.
 */
export async function removeHandoffMails(store: Store, dataDir: string, now: Date): Promise<number> {
  const before = new Date(now.getTime() - sessionDays * day).toISOString();
  for (let removed = 0; ;) {
    const ids = await store.transaction((db) => removeHandoffDeliveries(db, before, batch));
    for (const id of ids) await removeMailFile(dataDir, id);
    removed += ids.length;
    if (ids.length < batch) return removed;
  }
}
