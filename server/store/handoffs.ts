/** Ways that runs take to other devices. Of what is mailed there are hashes here, and nothing else. */
import type { Selectable } from "kysely";
import type { Queries } from "./store.ts";
import type { HandoffsTable } from "./tables.ts";

export type Handoff = Selectable<HandoffsTable>;

const deliveryPrefix = "handoff/";
/** What the delivery of a handoff's mail is told from others by: erasure and housekeeping find it so. */
export const handoffDedupe = (id: string): string => deliveryPrefix + id;

/** Codes that may be tried with one link. */
export const maxTries = 5;

/** Keeps one that is asked for, in the caller's transaction. What was mailed of the same run before is good no more. */
export async function insertHandoff(
  db: Queries,
  handoff: Pick<Handoff, "id" | "run" | "session" | "brand" | "flow" | "created_at">,
): Promise<void> {
  await db
    .updateTable("handoffs")
    .set({ expires_at: handoff.created_at })
    .where("run", "=", handoff.run)
    .where("used_at", "is", null)
    .where("expires_at", ">", handoff.created_at)
    .execute();
  const open = { token_hash: null, code_hash: null, tries: 0, expires_at: null, used_at: null };
  await db
    .insertInto("handoffs")
    .values({ ...handoff, ...open })
    .execute();
}

/**
 * Gives one its token and code, in the place of those that a mail had before that may not have arrived. Tells whether it
 * is to be mailed: not where its run has ended or gone, or where it was asked for again.
 */
export async function armHandoff(
  db: Queries,
  id: string,
  hashes: { token_hash: string; code_hash: string; expires_at: string },
): Promise<boolean> {
  const result = await db
    .updateTable("handoffs")
    .set({ ...hashes, tries: 0 })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("handoffs as later")
            .select("later.id")
            .whereRef("later.run", "=", "handoffs.run")
            .whereRef("later.created_at", ">", "handoffs.created_at"),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("runs")
          .select("runs.id")
          .whereRef("runs.id", "=", "handoffs.run")
          .whereRef("runs.session", "=", "handoffs.session")
          .where("runs.status", "=", "open"),
      ),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Takes one of the tries at the code of a link, and gives the handoff with it; undefined where the link is none, is over,
 * was used, or has no try left. One statement: nobody has more tries by asking at once.
 */
export const takeTry = (
  db: Queries,
  { brand, token_hash, now }: { brand: string; token_hash: string; now: string },
): Promise<Handoff | undefined> =>
  db
    .updateTable("handoffs")
    .set((build) => ({ tries: build("tries", "+", 1) }))
    .where("token_hash", "=", token_hash)
    .where("brand", "=", brand)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", maxTries)
    .returningAll()
    .executeTakeFirst();

/** Gives a try back: the code was right, and something else stood in the way. */
export const giveTryBack = (db: Queries, id: string): Promise<unknown> =>
  db
    .updateTable("handoffs")
    .set((build) => ({ tries: build("tries", "-", 1) }))
    .where("id", "=", id)
    .execute();

/** Says that the run has gone. Tells whether nobody was quicker. */
export async function useHandoff(db: Queries, id: string, now: string): Promise<boolean> {
  const result = await db
    .updateTable("handoffs")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** When a session's run of a flow, or this one run, went to another device, if it did. */
export async function findTransfer(
  db: Queries,
  session: string,
  which: { run: string } | { brand: string; flow: string },
): Promise<{ at: string; brand: string } | undefined> {
  const query = db
    .selectFrom("handoffs")
    .innerJoin("runs", "runs.id", "handoffs.run")
    .select(["used_at", "handoffs.brand"])
    .where("handoffs.session", "=", session)
    // It may have come back since.
    .whereRef("runs.session", "!=", "handoffs.session")
    .where("used_at", "is not", null)
    .orderBy("used_at", "desc")
    .limit(1);
  const found = await (
    "run" in which
      ? query.where("handoffs.run", "=", which.run)
      : query.where("handoffs.brand", "=", which.brand).where("handoffs.flow", "=", which.flow)
  ).executeTakeFirst();
  return found?.used_at ? { at: found.used_at, brand: found.brand } : undefined;
}

/** Removes what was asked for before a moment. */
export async function removeOldHandoffs(db: Queries, before: string): Promise<number> {
  const result = await db.deleteFrom("handoffs").where("created_at", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
