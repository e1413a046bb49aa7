/** What visitors allow a brand's pages to load of others, with its entries in the brand's log. */
import { siteConsentContent } from "../hash-chain.ts";
import { addEntries } from "../store/evidence.ts";
import {
  addSiteConsents,
  removeSiteConsents,
  siteConsentsBefore,
  siteConsentYears,
  type SiteConsent,
} from "../store/site-consents.ts";
import type { Store } from "../store/store.ts";
import { yearsBefore } from "./retention.ts";

/** Records the choices that one visitor made at once, of one brand. */
export const recordSiteConsents = (
  store: Pick<Store, "transaction">,
  brand: string,
  choices: SiteConsent[],
): Promise<void> =>
  store.transaction(async (db) => {
    await addSiteConsents(db, choices);
    const entries = choices.map((choice) => ({
      kind: "site-consent" as const,
      submission: choice.id,
      subject: choice.purpose,
      at: choice.at,
      detail: { revision: choice.revision },
      content: siteConsentContent(choice),
    }));
    await addEntries(db, brand, entries);
  });

/** Choices that are removed in one transaction. */
const batch = 100;

/** Removes what is past its time, and says so in the logs. Tells how many. */
export async function removeOldSiteConsents(
  store: Pick<Store, "transaction" | "placeEntries">,
  now: Date,
): Promise<number> {
  const before = yearsBefore(now, siteConsentYears);
  const at = now.toISOString();
  const why = { by: "retention", years: siteConsentYears };
  for (let removed = 0; ;) {
    const old = await store.transaction(async (db) => {
      const choices = await siteConsentsBefore(db, before, batch);
      const ids = choices.map(({ id }) => id);
      if (ids.length > 0) await removeSiteConsents(db, ids);
      for (const brand of new Set(choices.map((choice) => choice.brand))) {
        const entries = choices
          .filter((choice) => choice.brand === brand)
          .map(({ id, purpose }) => ({
            kind: "erasure" as const,
            submission: id,
            subject: purpose,
            at,
            detail: why,
            content: { id, at, ...why },
          }));
        await addEntries(db, brand, entries);
      }
      return choices.length;
    });
    removed += old;
    if (old === batch) continue;
    if (removed > 0) await store.placeEntries();
    return removed;
  }
}
