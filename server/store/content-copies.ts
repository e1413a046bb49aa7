/** The last good content of each source: what a server begins with that cannot read its content. */
import type { Store } from "./store.ts";

/** The copy of a source, as it was kept. */
export async function readContentCopy(
  store: Store,
  source: string,
): Promise<{ text: string; readAt: Date } | undefined> {
  const row = await store.db
    .selectFrom("content_copies")
    .select(["copy", "read_at"])
    .where("source", "=", source)
    .executeTakeFirst();
  return row && { text: row.copy, readAt: new Date(row.read_at) };
}

/** Keeps a copy in the place of the one before. */
export async function keepContentCopy(
  store: Store,
  source: string,
  copy: string,
  readAt: Date,
): Promise<void> {
  const kept = { copy, read_at: readAt.toISOString() };
  await store.db
    .insertInto("content_copies")
    .values({ source, ...kept })
    .onConflict((conflict) => conflict.column("source").doUpdateSet(kept))
    .execute();
}
