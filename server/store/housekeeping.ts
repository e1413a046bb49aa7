/** What nobody sent and nobody needs any more: found and removed in batches. */
import { removeAdvances } from "./advances.ts";
import { heldWhole } from "./locks.ts";
import type { Queries } from "./store.ts";
import { removeWaits, unfinished } from "./waits.ts";

/**
 * Runs without a submission that nobody touched since a moment, that no other run's line goes through, that wait for
 * nothing, and for which nothing came too late that nobody has seen.
 */
const forgottenRuns = (db: Queries, before: string) =>
  db
    .selectFrom("runs")
    .select("runs.id")
    .where("runs.updated_at", "<", before)
    .where((where) => where.or([where("busy_until", "is", null), where("busy_until", "<", before)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("submissions").select("submissions.id").whereRef("submissions.run", "=", "runs.id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("waits")
            .select("waits.id")
            .whereRef("waits.run", "=", "runs.id")
            .where((where) =>
              where.or([
                where("waits.state", "in", unfinished),
                where.exists(
                  where
                    .selectFrom("wait_events")
                    .select("wait_events.id")
                    .whereRef("wait_events.wait", "=", "waits.id")
                    .where("wait_events.state", "in", ["late", "early"])
                    .where("wait_events.seen_at", "is", null),
                ),
              ]),
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("linked_runs")
            .select("linked_runs.id")
            .where((where) =>
              where.or([
                where("linked_runs.family", "=", where.ref("runs.id")),
                where("linked_runs.begun_by", "=", where.ref("runs.id")),
              ]),
            ),
        ),
      ),
    );

/**
 * Removes up to `most` of them, in the caller's transaction, with all that is theirs; tells how many. Of their uploads
 * the rows go: what the storage still has, its own cleaning finds.
 */
export async function removeForgottenRuns(db: Queries, before: string, most: number): Promise<number> {
  const old = await forgottenRuns(db, before).orderBy("runs.updated_at").limit(most).execute();
  if (old.length === 0) return 0;
  const held = await holdFound(db, "runs", old);
  const found = await forgottenRuns(db, before).where("runs.id", "in", held).execute();
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await removeRuns(db, ids);
  return ids.length;
}

/** Removes runs that nothing was sent in and nothing hangs on, with all that is theirs, in the caller's transaction. */
export async function removeRuns(db: Queries, ids: string[]): Promise<void> {
  await db.deleteFrom("linked_runs").where("run", "in", ids).execute();
  await removeWaits(db, ids);
  await removeAdvances(db, ids);
  for (const table of ["attempts", "calls", "files", "captcha_passes", "handoffs", "run_steps"] as const) {
    await db.deleteFrom(table).where("run", "in", ids).execute();
  }
  await db.deleteFrom("runs").where("id", "in", ids).execute();
}

/** Holds what was found, so that nobody touches it or adds to it; whether it is still so is known after that. */
async function holdFound(
  db: Queries,
  table: "runs" | "sessions",
  found: { id: string }[],
): Promise<string[]> {
  const ids = found.map(({ id }) => id).toSorted();
  if (ids.length > 0)
    await heldWhole(db, db.selectFrom(table).select("id").where("id", "in", ids).orderBy("id")).execute();
  return ids;
}

/** Removes runs in line whose turn never came. */
export async function removeForgottenLines(db: Queries, before: string, most: number): Promise<number> {
  const result = await db
    .deleteFrom("linked_runs")
    // Again, because one may have begun meanwhile: it is looked at when it is removed.
    .where("run", "is", null)
    .where("id", "in", (build) =>
      build
        .selectFrom("linked_runs")
        .select("id")
        .where("run", "is", null)
        .where("created_at", "<", before)
        .limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

const oldSessions = (db: Queries, before: string) =>
  db
    .selectFrom("sessions")
    .select("sessions.id")
    .where("sessions.created_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("runs").select("runs.id").whereRef("runs.session", "=", "sessions.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("linked_runs")
            .select("linked_runs.id")
            .whereRef("linked_runs.session", "=", "sessions.id"),
        ),
      ),
    );

/** Removes sessions from before a moment that have no run left. */
export async function removeOldSessions(db: Queries, before: string, most: number): Promise<number> {
  const held = await holdFound(db, "sessions", await oldSessions(db, before).limit(most).execute());
  if (held.length === 0) return 0;
  const found = await oldSessions(db, before).where("sessions.id", "in", held).execute();
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom("sessions").where("id", "in", ids).execute();
  return ids.length;
}

export async function removeOldPasses(db: Queries, before: string): Promise<number> {
  const result = await db.deleteFrom("captcha_passes").where("passed_at", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
