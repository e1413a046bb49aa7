/** Files that people uploaded for a run. The content is read by itself: it is large. */
import { randomUUID } from "node:crypto";
import type { Queries } from "./store.ts";

export interface StoredFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** MIME type. */
  type: string;
}

export interface NewFile {
  run: string;
  name: string;
  type: string;
  content: Uint8Array;
}

/** Keeps a file, in the caller's transaction; undefined where the run has `most` of them already. */
export async function addFile(
  db: Queries,
  { run, name, type, content }: NewFile,
  most: number,
  now: string,
): Promise<StoredFile | undefined> {
  const { count } = await db
    .selectFrom("files")
    .select((build) => build.fn.countAll().as("count"))
    .where("run", "=", run)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return undefined;
  const file = { id: randomUUID(), name, size: content.byteLength, type };
  await db
    .insertInto("files")
    .values({ ...file, run, content, created_at: now })
    .execute();
  return file;
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

/** A file of a run with its content. */
export const readFile = (
  db: Queries,
  run: string,
  id: string,
): Promise<(StoredFile & { content: Uint8Array }) | undefined> =>
  db
    .selectFrom("files")
    .select(["id", "name", "size", "type", "content"])
    .where("run", "=", run)
    .where("id", "=", id)
    .executeTakeFirst();

/** Removes a file of a run; tells whether there was one. */
export async function removeFile(db: Queries, run: string, id: string): Promise<boolean> {
  const result = await db.deleteFrom("files").where("run", "=", run).where("id", "=", id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

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
