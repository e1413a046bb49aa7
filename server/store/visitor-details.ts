/** What a visitor typed of themselves, for the next form on the same device: sealed, and gone after its time. */
import type { Selectable } from "kysely";
import type { Details } from "../../schemas/engine/serve.ts";
import { compiled, type Asked } from "./compiled.ts";
import { readApart } from "./damaged.ts";
import type { Queries } from "./store.ts";
import type { VisitorDetailsTable } from "./tables.ts";

type Row = Selectable<VisitorDetailsTable>;

export interface KnownDetails {
  details: Details;
  kept: Row["kept"];
}

const usedMs = 3_600_000;

/** Until when they stay: an hour after they were used, or as long as the session. */
const endOf = (kept: Row["kept"], now: Date, sessionMs: number): string =>
  new Date(now.getTime() + (kept === "session" ? sessionMs : usedMs)).toISOString();

/** What is known of a visitor; nothing once its time is over, removed yet or not, nor where it is damaged: it is asked anew. */
export async function findDetails(
  db: Queries,
  { session, brand }: Pick<Row, "session" | "brand">,
  now: Date,
): Promise<KnownDetails | undefined> {
  const asked = { session, brand, now: now.toISOString() };
  const { rows } = await readApart({ execute: async () => (await detailsOf(db, asked)).rows });
  const [row] = rows;
  return row && { details: JSON.parse(row.details) as Details, kept: row.kept };
}

const detailsOf = compiled((db, { session, brand, now }: Pick<Row, "session" | "brand"> & { now: string }) =>
  db
    .selectFrom("visitor_details")
    .select(["details", "kept"])
    .where("session", "=", session)
    .where("brand", "=", brand)
    .where("expires_at", ">", now),
);

export const keepDetails = (
  db: Queries,
  { session, brand }: Pick<Row, "session" | "brand">,
  { details, kept }: KnownDetails,
  now: Date,
  sessionMs: number,
): Asked<unknown> => {
  const values = { details: JSON.stringify(details), kept, expires_at: endOf(kept, now, sessionMs) };
  return setDetails(db, { who: { session, brand }, values });
};

const setDetails = compiled(
  (
    db,
    {
      who,
      values,
    }: { who: Pick<Row, "session" | "brand">; values: Pick<Row, "details" | "kept" | "expires_at"> },
  ) =>
    db
      .insertInto("visitor_details")
      .values({ ...who, ...values })
      .onConflict((conflict) =>
        // As inserted: what is given a second time is sealed a second time.
        conflict.column("session").doUpdateSet(({ ref }) => ({
          details: ref("excluded.details"),
          kept: ref("excluded.kept"),
          expires_at: ref("excluded.expires_at"),
        })),
      ),
);

/** The person wants it forgotten, or whose they were is erased. */
export async function forgetDetails(db: Queries, session: string): Promise<void> {
  await db.deleteFrom("visitor_details").where("session", "=", session).execute();
}

/** Removes those whose time is over. */
export async function removeOldDetails(db: Queries, now: string): Promise<number> {
  const result = await db.deleteFrom("visitor_details").where("expires_at", "<=", now).executeTakeFirst();
  return Number(result.numDeletedRows);
}
