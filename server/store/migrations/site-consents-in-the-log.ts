import type { Transaction } from "kysely";
import { canonicalJson } from "../../canonical-json.ts";
import { contentHash, entryHash, newSalt, siteConsentContent } from "../../hash-chain.ts";
import type { Migration } from "./migration.ts";

interface Before {
  site_consents: Parameters<typeof siteConsentContent>[0];
  evidence: Record<string, unknown>;
}

/** SQLite takes so many values in one statement. */
const batch = 100;

/** What visitors chose before it had entries in the logs gets them now, without a place yet, as new ones do. */
export const siteConsentsInTheLog: Migration = {
  name: "site consents in the log",
  up: async (untyped) => {
    const db = untyped as Transaction<Before>;
    for (let after = ""; ;) {
      const rows = await db
        .selectFrom("site_consents")
        .selectAll()
        .where("id", ">", after)
        .orderBy("id")
        .limit(batch)
        .execute();
      const entries = rows.map((row) => {
        const salt = newSalt();
        const facts = {
          brand: row.brand,
          kind: "site-consent" as const,
          submission: row.id,
          subject: row.purpose,
          at: row.at,
          detail: canonicalJson({ revision: row.revision, before: true }),
          content: contentHash(salt, siteConsentContent(row)),
          position: null,
          previous: null,
        };
        return { ...facts, salt, hash: entryHash(facts) };
      });
      if (entries.length > 0) await db.insertInto("evidence").values(entries).execute();
      if (rows.length < batch) return;
      after = rows.at(-1)!.id;
    }
  },
};
