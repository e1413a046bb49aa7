/** Files that people uploaded for a run; their bytes are in a storage, see server/files. */
import type { Queries } from "./store.ts";

export interface StoredFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** MIME type. */
  type: string;
}

export interface NewFile extends StoredFile {
  run: string;
  /** Under which name the storage has its bytes by now. */
  stored: string;
}

/** How many files a run has. */
export async function countFiles(db: Queries, run: string): Promise<number> {
  const { count } = await db
    .selectFrom("files")
    .select((build) => build.fn.countAll().as("count"))
    .where("run", "=", run)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keeps a file, in the caller's transaction. */
export async function addFile(db: Queries, file: NewFile, now: string): Promise<void> {
  await db
    .insertInto("files")
    .values({ ...file, content: null, created_at: now })
    .execute();
}

/** Those files of a run that have one of these ids. */
export async function findFiles(db: Queries, run: string, ids: string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("files")
    .select(["id", "name", "size", "type"])
    .where("run", "=", run)
    .where("id", "in", ids)
    .execute();
}

/** A file of a run, and where its bytes are. */
export const findStored = (
  db: Queries,
  run: string,
  id: string,
): Promise<(StoredFile & { stored: string | null }) | undefined> =>
  db
    .selectFrom("files")
    .select(["id", "name", "size", "type", "stored"])
    .where("run", "=", run)
    .where("id", "=", id)
    .executeTakeFirst();

/** Removes a file of a run; gives where its bytes are, undefined where there was none. */
export const removeFile = (
  db: Queries,
  run: string,
  id: string,
): Promise<{ stored: string | null } | undefined> =>
  db.deleteFrom("files").where("run", "=", run).where("id", "=", id).returning("stored").executeTakeFirst();

/** What names bytes in the storage: files of runs, and documents of sales. */
const naming = ["files", "opportunity_documents"] as const;

/** Which of these names in the storage something has. */
export async function namedFiles(db: Queries, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await Promise.all(
    naming.map((table) => db.selectFrom(table).select("stored").where("stored", "in", names).execute()),
  );
  return new Set(rows.flat().map(({ stored }) => stored!));
}

/** Names in the storage behind one, in order, and the size that their files have. */
export const storedNames = async (
  db: Queries,
  after: string,
  most: number,
): Promise<{ stored: string; size: number }[]> => {
  const rows = await Promise.all(
    naming.map((table) =>
      db
        .selectFrom(table)
        .select(["stored", "size"])
        .where("stored", ">", after)
        .orderBy("stored")
        .limit(most)
        .execute(),
    ),
  );
  return rows
    .flat()
    .map(({ stored, size }) => ({ stored: stored!, size }))
    .toSorted((a, b) => (a.stored < b.stored ? -1 : 1))
    .slice(0, most);
};

/** Files whose bytes are in the database still, by id. */
export const filesToMove = async (db: Queries, most: number): Promise<string[]> => {
  const rows = await db.selectFrom("files").select("id").where("stored", "is", null).limit(most).execute();
  return rows.map(({ id }) => id);
};

/** One of these with its bytes; undefined where they have been moved. */
export const contentToMove = (
  db: Queries,
  id: string,
): Promise<{ type: string; content: Uint8Array | null } | undefined> =>
  db
    .selectFrom("files")
    .select(["type", "content"])
    .where("id", "=", id)
    .where("stored", "is", null)
    .executeTakeFirst();

/** The bytes are in the storage now, and no longer in the database. */
export const fileMoved = (db: Queries, id: string, stored: string): Promise<unknown> =>
  db.updateTable("files").set({ stored, content: null }).where("id", "=", id).execute();

/** Whether a submission of the run names the file: then it has to stay. */
export async function isSubmitted(db: Queries, run: string, id: string): Promise<boolean> {
  const submissions = await db
    .selectFrom("submissions")
    .select("answers")
    .where("run", "=", run)
    .where("state", "!=", "failed")
    .execute();
  return submissions.some(({ answers }) => answers.includes(JSON.stringify(id)));
}
