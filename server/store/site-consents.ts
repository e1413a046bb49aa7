/** What visitors allowed a brand's pages to load of others, each choice by itself: proof, with the words. */
import type { Selectable } from "kysely";
import type { Queries } from "./store.ts";
import type { SiteConsentsTable } from "./tables-of-evidence.ts";

export type SiteConsent = Selectable<SiteConsentsTable>;

/** Years that a choice is kept after it was made: somebody may ask what was allowed when. */
export const siteConsentYears = 5;

export async function addSiteConsents(db: Queries, rows: SiteConsent[]): Promise<void> {
  await db.insertInto("site_consents").values(rows).execute();
}

/** The choices of one browser, the first one first. */
export const siteConsentsOf = (db: Queries, visitor: string): Promise<SiteConsent[]> =>
  db
    .selectFrom("site_consents")
    .selectAll()
    .where("visitor", "=", visitor)
    .orderBy("at")
    .orderBy("purpose")
    .execute();

/** Removes those that were made before a time. */
export async function removeOldSiteConsents(db: Queries, before: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("site_consents").where("at", "<", before).executeTakeFirst();
  return Number(numDeletedRows);
}
