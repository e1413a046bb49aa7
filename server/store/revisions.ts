import { sql } from "kysely";
import type { Revision } from "../../schemas/engine/all.ts";
import type { Store } from "./store.ts";

const nextSequence = sql<number>`max(sequence) + 1`.as("sequence");

/** Keeps a published revision. The same one again becomes the newest again, as when a change is taken back. */
export async function keepRevision(store: Store, revision: Revision, now: Date): Promise<void> {
  const published = now.toISOString();
  await store.db
    .insertInto("revisions")
    .values({
      hash: revision.hash,
      brand: revision.brand,
      content: JSON.stringify(revision),
      published_at: published,
    })
    .onConflict((conflict) =>
      conflict.column("hash").doUpdateSet({
        published_at: published,
        sequence: (build) => build.selectFrom("revisions").select(nextSequence),
      }),
    )
    .execute();
}

/** A revision of a brand by its hash. */
export async function readRevision(store: Store, brand: string, hash: string): Promise<Revision | undefined> {
  const row = await store.db
    .selectFrom("revisions")
    .select("content")
    .where("brand", "=", brand)
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row && (JSON.parse(row.content) as Revision);
}

/** The newest published revision of every brand. */
export async function newestRevisions(store: Store): Promise<Revision[]> {
  const rows = await store.db
    .selectFrom("revisions as one")
    .select("content")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("revisions as other")
            .select("other.hash")
            .whereRef("other.brand", "=", "one.brand")
            .whereRef("other.sequence", ">", "one.sequence"),
        ),
      ),
    )
    .execute();
  return rows.map(({ content }) => JSON.parse(content) as Revision);
}
