/** People on their way to an identity provider, or from it. */
import type { Selectable } from "kysely";
import type { Queries } from "./store.ts";
import type { IdentityRequestsTable } from "./tables-of-sign-ins.ts";

export type IdentityRequest = Selectable<IdentityRequestsTable>;

export async function insertIdentityRequest(db: Queries, row: IdentityRequest): Promise<void> {
  await db.insertInto("identity_requests").values(row).execute();
}

/** Takes one away: it is good once, in the browser that it is of, and for as long as it was given. */
export const takeBegun = (
  db: Queries,
  { id, brand, session, now }: { id: string; brand: string; session: string; now: Date },
): Promise<IdentityRequest | undefined> =>
  db
    .deleteFrom("identity_requests")
    .where("id", "=", id)
    .where("kind", "=", "begin")
    .where("brand", "=", brand)
    .where("session", "=", session)
    .where("expires_at", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();

interface Of {
  brand: string;
  session: string;
  now: Date;
}

/** Whether who had this session has signed out here, and is still to be signed out at their provider. */
export const isToEnd = async (db: Queries, { brand, session, now }: Of): Promise<boolean> =>
  (await db
    .selectFrom("identity_requests")
    .select("id")
    .where("session", "=", session)
    .where("kind", "=", "end")
    .where("brand", "=", brand)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst()) !== undefined;

/** Takes that away. */
export const takeEnd = (db: Queries, { brand, session, now }: Of): Promise<IdentityRequest | undefined> =>
  db
    .deleteFrom("identity_requests")
    .where("session", "=", session)
    .where("kind", "=", "end")
    .where("brand", "=", brand)
    .where("expires_at", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();
