import type { Revision } from "../../schemas/engine/serve.ts";
import type { Queries, Store } from "./store.ts";

/**
 * Keeps a published revision, with the engine that compiled it. The same one again becomes the newest again, as when a
 * change is taken back. `content` is its text, for whoever has it.
 */
export async function keepRevision(
  store: Store,
  revision: Revision,
  engine: string,
  now: Date,
  content: string = JSON.stringify(revision),
): Promise<void> {
  const published = now.toISOString();
  await store.db
    .insertInto("revisions")
    .values({
      hash: revision.hash,
      brand: revision.brand,
      engine,
      content,
      published_at: published,
    })
    .onConflict((conflict) =>
      conflict.column("hash").doUpdateSet({
        published_at: published,
        // The number that the database drew for this row: nobody else has it, whoever publishes at the same moment.
        sequence: (build) => build.ref("excluded.sequence"),
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

/** When a revision was published last, as ISO 8601. */
export const publishedAt = async (store: Store, hash: string): Promise<string | undefined> =>
  (await store.db.selectFrom("revisions").select("published_at").where("hash", "=", hash).executeTakeFirst())
    ?.published_at;

/** When a revision made way for a newer one of its brand, as ISO 8601; undefined where it is the newest. */
export const replacedAt = async (
  store: Store,
  { brand, hash }: Pick<Revision, "brand" | "hash">,
): Promise<string | undefined> => {
  const newer = await store.db
    .selectFrom("revisions")
    .select((build) => build.fn.min("published_at").as("at"))
    .where("brand", "=", brand)
    .where("sequence", ">", (build) =>
      build.selectFrom("revisions").select("sequence").where("hash", "=", hash),
    )
    .executeTakeFirst();
  return newer?.at ?? undefined;
};

/**
 * Another text after every publish. Not the newest number alone: of two processes that publish at once, the one that
 * took the lower number may commit later.
 */
export async function publishMark(store: Store): Promise<string> {
  const row = await store.db
    .selectFrom("revisions")
    .select((build) => build.fn.sum("sequence").as("mark"))
    .executeTakeFirst();
  return String(row?.mark ?? 0);
}

/** Undefined where the text was damaged. */
export function parseRevision(content: string): Revision | undefined {
  try {
    return JSON.parse(content) as Revision;
  } catch {
    return undefined;
  }
}

/** Revisions that a process can read: those that its engine's code compiled, whoever published them, and its own. */
export interface ReadableRevisions {
  engine: string;
  /** Hashes of those that it compiled itself: other code may have published the same ones first. */
  own: string[];
}

interface NewestOptions {
  /** Where it is said, the newest of those alone. */
  readable?: ReadableRevisions;
  /** Gives what is at hand already by its hash: they are megabytes to read. */
  known?: (hash: string) => Revision | undefined;
}

/** The newest published revision of every brand. */
export async function newestRevisions(
  store: Store,
  { readable, known = () => undefined }: NewestOptions = {},
): Promise<Revision[]> {
  const newest = store.db
    .selectFrom("revisions")
    .select((build) => build.fn.max("sequence").as("sequence"))
    .$if(readable !== undefined, (query) =>
      query.where((build) =>
        build.or([
          build("engine", "=", readable!.engine),
          ...readable!.own.map((hash) => build("hash", "=", hash)),
        ]),
      ),
    )
    .groupBy("brand");
  const rows = await store.db
    .selectFrom("revisions")
    .select("hash")
    .where("sequence", "in", newest)
    .execute();
  const found = rows.map(({ hash }) => ({ hash, revision: known(hash) }));
  const unknown = found.filter(({ revision }) => !revision).map(({ hash }) => hash);
  const read =
    unknown.length === 0
      ? []
      : await store.db.selectFrom("revisions").select("content").where("hash", "in", unknown).execute();
  return [
    ...found.flatMap(({ revision }) => revision ?? []),
    // One that is damaged is published anew from its files: it keeps no other from being there.
    ...read.flatMap(({ content }) => parseRevision(content) ?? []),
  ];
}

/** A kept revision as text, with the engine that compiled it (null where that was not kept). */
export const keptRevision = (
  db: Queries,
  hash: string,
): Promise<{ content: string; engine: string | null; published_at: string } | undefined> =>
  db
    .selectFrom("revisions")
    .select(["content", "engine", "published_at"])
    .where("hash", "=", hash)
    .executeTakeFirst();
