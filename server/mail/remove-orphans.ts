/**
 * Removes mails in files that no delivery names any more. An erasure removes those of its own server: what another one has
 * of them, and what a crash left before they were removed, is found here.
 */
import { stat } from "node:fs/promises";
import type { Queries } from "../store/store.ts";
import { namedDeliveries } from "../store/deliveries.ts";
import { mailFiles, removeMailFile } from "./files.ts";

const batch = 200;

/** Of those that were written before a time. Tells how many mails. */
export async function removeOrphanMails(db: Queries, dataDir: string, before: Date): Promise<number> {
  const old = new Set<string>();
  for (const { id, path } of await mailFiles(dataDir)) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (found && found.mtime < before) old.add(id);
  }
  const ids = [...old];
  let removed = 0;
  for (let at = 0; at < ids.length; at += batch) {
    const some = ids.slice(at, at + batch);
    const named = await namedDeliveries(db, some);
    for (const id of some.filter((one) => !named.has(one))) {
      await removeMailFile(dataDir, id);
      removed += 1;
    }
  }
  return removed;
}
