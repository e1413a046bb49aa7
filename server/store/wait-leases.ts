/** Who works on a wait: on telling that its time is over, or on the branch that was decided. */
import { sql } from "kysely";
import { unleased } from "./leases.ts";
import type { Queries } from "./store.ts";
import type { Wait } from "./waits.ts";

/** Written out in the query: with parameters, SQLite would not see that an index holds just these. */
const due = [sql.lit("waiting" as const), sql.lit("decided" as const)];

/** A wait that is ours until `lease_until`. `attempts` counts this one. */
export type LeasedWait = Wait & { lease_owner: string; lease_until: string };

const lease = (db: Queries, { owner, until }: { owner: string; until: string }) =>
  db.updateTable("waits").set((build) => ({
    attempts: build
      .case()
      .when("state", "=", "decided")
      .then(build("attempts", "+", 1))
      .else(0)
      .end(),
    next_at: until,
    lease_owner: owner,
    lease_until: until,
  }));

/**
 * Leases up to `limit` waits with something to do, the oldest first. While one is leased, `next_at` is the lease's end:
 * whoever dies with it leaves it due again.
 */
export const leaseWaits = async (
  db: Queries,
  given: { owner: string; now: string; until: string; limit: number },
): Promise<LeasedWait[]> =>
  (await lease(db, given)
    .where("state", "in", due)
    .where("next_at", "<=", given.now)
    .where("id", "in", (build) =>
      build
        .selectFrom("waits")
        .select("id")
        .where("state", "in", due)
        .where("next_at", "<=", given.now)
        .orderBy("next_at")
        .limit(given.limit),
    )
    .returningAll()
    .execute()) as LeasedWait[];

/** Leases one whose branch is to be run; undefined where it is not, or somebody else has it. */
export const leaseDecided = async (
  db: Queries,
  id: string,
  given: { owner: string; now: string; until: string },
): Promise<LeasedWait | undefined> =>
  (await lease(db, given)
    .where("id", "=", id)
    .where("state", "=", sql.lit("decided" as const))
    .where("next_at", "<=", given.now)
    .returningAll()
    .executeTakeFirst()) as LeasedWait | undefined;

/** When there is something to do next; undefined where nothing waits. */
export async function nextWaitAt(db: Queries): Promise<Date | undefined> {
  const row = await db
    .selectFrom("waits")
    .select("next_at")
    .where("state", "in", due)
    .orderBy("next_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_at ? new Date(row.next_at) : undefined;
}

/** Makes what a process that is gone had leased due at once. Only where no other process uses the store. */
export const releaseAllWaits = (db: Queries, now: string): Promise<unknown> =>
  db
    .updateTable("waits")
    .set({ next_at: now, ...unleased })
    .where("state", "in", due)
    .where("lease_owner", "is not", null)
    .execute();

/** Its branch could not be run: again at `next`, or never where there is none. A try that did not begin does not count. */
export const postponeWait = (
  db: Queries,
  leased: LeasedWait,
  error: string,
  { next, counts }: { next: string | undefined; counts: boolean },
): Promise<unknown> =>
  db
    .updateTable("waits")
    .set({
      last_error: error,
      attempts: counts ? leased.attempts : leased.attempts - 1,
      ...unleased,
      ...(next === undefined ? { state: "stuck" as const, next_at: null } : { next_at: next }),
    })
    .where("id", "=", leased.id)
    .where("state", "=", sql.lit("decided" as const))
    .where("lease_owner", "=", leased.lease_owner)
    .where("lease_until", "=", leased.lease_until)
    .execute();
