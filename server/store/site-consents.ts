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

export const siteConsentsById = (db: Queries, ids: string[]): Promise<SiteConsent[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom("site_consents").selectAll().where("id", "in", ids).execute();

/** Of those that were made before a time, `most`. */
export const siteConsentsBefore = (
  db: Queries,
  before: string,
  most: number,
): Promise<Pick<SiteConsent, "id" | "brand" | "purpose">[]> =>
  db
    .selectFrom("site_consents")
    .select(["id", "brand", "purpose"])
    .where("at", "<", before)
    .orderBy("at")
    .limit(most)
    .execute();

/** Removes choices, and what leads back to them from their entries of evidence. */
export async function removeSiteConsents(db: Queries, ids: string[]): Promise<void> {
  await db.updateTable("evidence").set({ salt: null }).where("submission", "in", ids).execute();
  await db.deleteFrom("site_consents").where("id", "in", ids).execute();
}
