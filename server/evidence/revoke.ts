import { submissionsOfRun } from "../store/erasure.ts";
import { removeWaitingAdvances } from "../store/advances.ts";
import { addEntries, revokeConsent, type NewEntry } from "../store/evidence.ts";
import { lockRun } from "../store/locks.ts";
import type { Store } from "../store/store.ts";
import type { Submission } from "../store/submissions.ts";

/**
 * Writes down that a consent was taken back, in all that was sent of the same run: it was given once, whatever was sent
 * with it. What was agreed to, and that it was, stays. False where there is no such consent that holds.
 */
export async function revoke(
  store: Store,
  { run, brand }: Pick<Submission, "run" | "brand">,
  path: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const isRevoked = await store.transaction(async (db) => {
    await lockRun(db, run);
    const at = now.toISOString();
    const entries: NewEntry[] = [];
    for (const { id: submission } of await submissionsOfRun(db, run)) {
      if (!(await revokeConsent(db, { submission, path }, at))) continue;
      const content = { submission, path, at, reason };
      entries.push({ kind: "revocation", submission, subject: path, at, detail: { reason }, content });
    }
    await addEntries(db, brand, entries);
    // What was to be told of them goes nowhere any more.
    if (entries.length > 0) await removeWaitingAdvances(db, run);
    return entries.length > 0;
  });
  await store.placeEntries();
  return isRevoked;
}
