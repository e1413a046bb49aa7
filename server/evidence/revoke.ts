import { addEntries, holdHead, revokeConsent } from "../store/evidence.ts";
import type { Store } from "../store/store.ts";
import type { Submission } from "../store/submissions.ts";

/**
 * Writes down that a consent was taken back. What was agreed to, and that it was, stays. False where there is no such
 * consent that holds.
 */
export const revoke = (
  store: Store,
  { id, brand }: Pick<Submission, "id" | "brand">,
  path: string,
  reason: string,
  now: Date,
): Promise<boolean> =>
  store.transaction(async (db) => {
    const head = await holdHead(db, brand);
    const at = now.toISOString();
    if (!(await revokeConsent(db, { submission: id, path }, at))) return false;
    const content = { submission: id, path, at, reason };
    await addEntries(db, head, [
      { kind: "revocation", submission: id, subject: path, at, detail: { reason }, content },
    ]);
    return true;
  });
