/** What an operator asks about waits, and decides. */
import { sql } from "kysely";
import type { Queries } from "./store.ts";
import { findWait, type Wait, type WaitEvent } from "./waits.ts";

export const waitStates = ["waiting", "decided", "stuck", "over", "prepared"] as const;
export type WaitState = (typeof waitStates)[number];

/** Without what it goes on with and its address: both are nobody's to read. */
export type ListedWait = Pick<
  Wait,
  | "id"
  | "run"
  | "brand"
  | "flow"
  | "step"
  | "event"
  | "state"
  | "outcome"
  | "began_at"
  | "until_at"
  | "attempts"
> & {
  /** Events that came too late, or for a wait that never began, and that nobody has seen. */
  unseen: number;
};

const listed = [
  "waits.id",
  "waits.run",
  "waits.brand",
  "waits.flow",
  "waits.step",
  "waits.event",
  "waits.state",
  "waits.outcome",
  "waits.began_at",
  "waits.until_at",
  "waits.attempts",
] as const;

/** The newest `limit` that fit: of a state, or those with events that nobody has seen. */
export async function listWaits(
  db: Queries,
  { state, brand, limit }: { state?: WaitState | "unseen"; brand?: string; limit: number },
): Promise<ListedWait[]> {
  let query = db
    .selectFrom("waits")
    .select(listed)
    .select((build) =>
      build
        .selectFrom("wait_events")
        .select((inner) => inner.fn.countAll().as("count"))
        .whereRef("wait_events.wait", "=", "waits.id")
        .where("wait_events.state", "in", ["late", "early"])
        .where("wait_events.seen_at", "is", null)
        .as("unseen"),
    )
    .orderBy("waits.created_at", "desc")
    .orderBy("waits.id")
    .limit(limit);
  if (brand !== undefined) query = query.where("waits.brand", "=", brand);
  if (state === "unseen") {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("wait_events")
          .select("wait_events.id")
          .whereRef("wait_events.wait", "=", "waits.id")
          .where("wait_events.state", "in", ["late", "early"])
          .where("wait_events.seen_at", "is", null),
      ),
    );
  } else if (state !== undefined) query = query.where("waits.state", "=", state);
  return (await query.execute()).map(({ unseen, ...wait }) => ({ ...wait, unseen: Number(unseen) }));
}

/** A wait with all that came for it, the oldest first; undefined where there is none. */
export async function waitWithEvents(
  db: Queries,
  id: string,
): Promise<{ wait: Wait; events: WaitEvent[] } | undefined> {
  const wait = await findWait(db, id);
  if (!wait) return undefined;
  const events = await db
    .selectFrom("wait_events")
    .selectAll()
    .where("wait", "=", id)
    .orderBy("came_at")
    .orderBy("id")
    .execute();
  return { wait, events };
}

/** Notes that an operator has seen what came too late for a wait. Tells how many events. */
export async function markEventsSeen(db: Queries, id: string, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("wait_events")
    .set({ seen_at: now })
    .where("wait", "=", id)
    .where("state", "in", ["late", "early"])
    .where("seen_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lets the branch of one that is stuck be tried again, with all of its attempts before it. Tells whether it was. */
export async function retryWait(db: Queries, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("waits")
    .set({ state: "decided", attempts: 0, next_at: now })
    .where("id", "=", id)
    .where("state", "=", sql.lit("stuck" as const))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
