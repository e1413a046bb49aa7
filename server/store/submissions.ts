import type { Selectable } from "kysely";
import type { Queries } from "./store.ts";
import type { SubmissionsTable } from "./tables.ts";

export type Submission = Selectable<SubmissionsTable>;

/**
 * Stores a submission as pending and gives its number. The same step of the same run has one submission: what it
 * holds is brought up to date, unless it was accepted.
 */
export async function keepSubmission(db: Queries, submission: Submission): Promise<string> {
  const { answers, labels } = submission;
  await db
    .insertInto("submissions")
    .values(submission)
    .onConflict((conflict) =>
      conflict
        .columns(["run", "step"])
        .doUpdateSet({ answers, labels, state: "pending", decided_at: null })
        .where("submissions.state", "!=", "accepted"),
    )
    .execute();
  const row = await db
    .selectFrom("submissions")
    .select("number")
    .where("run", "=", submission.run)
    .where("step", "=", submission.step)
    .executeTakeFirstOrThrow();
  return row.number;
}

export const decideSubmission = (
  db: Queries,
  number: string,
  state: "accepted" | "failed",
  now: string,
): Promise<unknown> =>
  db
    .updateTable("submissions")
    .set({ state, decided_at: now })
    .where("number", "=", number)
    .where("state", "!=", "accepted")
    .execute();

/** A submission whose attempt was interrupted, with what is needed to take it up again. */
export interface PendingSubmission {
  number: string;
  step: string;
  answers: string;
  run: string;
  session: string;
  version: number;
  /** Of the attempt that was interrupted, where it is still written down. */
  key: string | null;
}

/** Those that are neither accepted nor failed, the oldest first. Whoever is at work on one has its run. */
export const pendingSubmissions = (db: Queries): Promise<PendingSubmission[]> =>
  db
    .selectFrom("submissions")
    .innerJoin("runs", "runs.id", "submissions.run")
    .select(["number", "submissions.step", "submissions.answers", "run", "session", "version"])
    .select((build) =>
      build
        .selectFrom("attempts")
        .select("key")
        .whereRef("attempts.run", "=", "submissions.run")
        .where("attempts.state", "=", "running")
        .orderBy("started_at", "desc")
        .limit(1)
        .as("key"),
    )
    .where("state", "=", "pending")
    .where("runs.status", "=", "open")
    .where("runs.busy_key", "is", null)
    .orderBy("submissions.created_at")
    .execute();
