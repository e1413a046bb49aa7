import { compiled, type Asked } from "./compiled.ts";
import type { Queries } from "./store.ts";
import type { AttemptsTable } from "./tables.ts";

/** What is kept of one press of Continuar. */
export interface Attempt {
  bodyHash: string;
  /** Whether it was written down just now. */
  isNew: boolean;
  /** The answer, once there is one. */
  answer: { status: number; body: string } | undefined;
}

const answerIn = ({ status, response }: Pick<AttemptsTable, "status" | "response">): Attempt["answer"] =>
  status === null || response === null ? undefined : { status, body: response };

/** Writes the attempt down, unless its key is known already, and gives what is known of it. */
export async function beginAttempt(
  db: Queries,
  run: string,
  key: string,
  { bodyHash, dialog }: { bodyHash: string; dialog?: object | undefined },
  now: string,
): Promise<Attempt> {
  const { rows } = await insertAttempt(db, {
    run,
    key,
    body_hash: bodyHash,
    state: "running",
    dialog: dialog === undefined ? null : JSON.stringify(dialog),
    started_at: now,
    status: null,
    response: null,
  });
  const [row] = rows;
  return { bodyHash: row!.body_hash, isNew: row!.started_at === now, answer: answerIn(row!) };
}

const insertAttempt = compiled((db, attempt: AttemptsTable) =>
  db
    .insertInto("attempts")
    .values(attempt)
    // Changes nothing, and gives what is there.
    .onConflict((conflict) =>
      conflict
        .columns(["run", "key"])
        .doUpdateSet((build) => ({ body_hash: build.ref("attempts.body_hash") })),
    )
    .returning(["body_hash", "started_at", "status", "response"]),
);

/** Keeps the answer, for whoever asks again with the same key. */
export const answerAttempt = (
  db: Queries,
  run: string,
  key: string,
  answer: { status: number; body: string },
): Asked<unknown> => setAnswer(db, { run, key, ...answer });

const setAnswer = compiled(
  (db, { run, key, status, body }: { run: string; key: string; status: number; body: string }) =>
    db
      .updateTable("attempts")
      .set({ state: "answered", status, response: body })
      .where("run", "=", run)
      .where("key", "=", key),
);

/**
 * Forgets an attempt that did nothing: it may come again with the same key. Not where somebody else is at work on it, or
 * will be because it left a submission in the middle: they have to leave its answer here.
 */
export const forgetAttempt = (db: Queries, run: string, key: string): Promise<unknown> =>
  db
    .deleteFrom("attempts")
    .where("run", "=", run)
    .where("key", "=", key)
    .where("state", "=", "running")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("runs")
            .select("runs.id")
            .where("runs.id", "=", run)
            .where("runs.busy_key", "like", `${key}/%`),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("submissions")
            .select("submissions.id")
            .where("submissions.run", "=", run)
            .where("submissions.attempt", "=", key)
            .where("submissions.state", "=", "pending"),
        ),
      ),
    )
    .execute();

/** The answer of an attempt, where it has one by now. */
export async function findAnswer(db: Queries, run: string, key: string): Promise<Attempt["answer"]> {
  const row = await db
    .selectFrom("attempts")
    .select(["status", "response"])
    .where("run", "=", run)
    .where("key", "=", key)
    .executeTakeFirst();
  return row && answerIn(row);
}
