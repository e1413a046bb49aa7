/** What one process does for all: who has it says again and again that it still does. */
import type { Queries } from "./store.ts";

/** What a row of any table says while nobody works on it. */
export const unleased = { lease_owner: null, lease_until: null };

/** Whether somebody works on it now. */
export const isLeased = (row: { lease_until: string | null } | undefined, now: Date): boolean =>
  typeof row?.lease_until === "string" && row.lease_until > now.toISOString();

/** Takes what nobody has, or nobody has any more, and keeps what one has. Tells whether it is ours until then. */
export async function takeLease(
  db: Queries,
  { name, owner, now, until }: { name: string; owner: string; now: string; until: string },
): Promise<boolean> {
  const taken = await db
    .insertInto("leases")
    .values({ name, owner, until })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ owner, until })
        .where((where) => where.or([where("leases.owner", "=", owner), where("leases.until", "<", now)])),
    )
    .returning("owner")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives it up, so that nobody has to wait for its end. */
export const giveUpLease = (db: Queries, name: string, owner: string): Promise<unknown> =>
  db.deleteFrom("leases").where("name", "=", name).where("owner", "=", owner).execute();
