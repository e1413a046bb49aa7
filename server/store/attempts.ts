import type { Queries } from "./store.ts";

/** What is kept of one press of Continuar. */
export interface Attempt {
  bodyHash: string;
  /** The answer, once there is one. */
  answer?: { status: number; body: string };
}

/** Writes the attempt down, unless its key is known already, and gives what is known of it. */
export async function beginAttempt(
  db: Queries,
  run: string,
  key: string,
  { bodyHash, dialog }: { bodyHash: string; dialog?: object | undefined },
  now: string,
): Promise<Attempt> {
  await db
    .insertInto("attempts")
    .values({
      run,
      key,
      body_hash: bodyHash,
      state: "running",
      dialog: dialog === undefined ? null : JSON.stringify(dialog),
      started_at: now,
      status: null,
      response: null,
    })
    .onConflict((conflict) => conflict.columns(["run", "key"]).doNothing())
    .execute();
  const row = await db
    .selectFrom("attempts")
    .select(["body_hash", "status", "response"])
    .where("run", "=", run)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return {
    bodyHash: row.body_hash,
    ...(row.status === null || row.response === null
      ? {}
      : { answer: { status: row.status, body: row.response } }),
  };
}

/** Keeps the answer, for whoever asks again with the same key. */
export const answerAttempt = (
  db: Queries,
  run: string,
  key: string,
  answer: { status: number; body: string },
): Promise<unknown> =>
  db
    .updateTable("attempts")
    .set({ state: "answered", status: answer.status, response: answer.body })
    .where("run", "=", run)
    .where("key", "=", key)
    .execute();

/** Forgets an attempt that did nothing: it may come again with the same key. */
export const forgetAttempt = (db: Queries, run: string, key: string): Promise<unknown> =>
  db
    .deleteFrom("attempts")
    .where("run", "=", run)
    .where("key", "=", key)
    .where("state", "=", "running")
    .execute();
