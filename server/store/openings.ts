/** What visitors looked at: each counts once a day. */
import type { Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import type { Queries } from "./store.ts";
import type { OpeningsTable } from "./tables.ts";

/** Days for which somebody's look counts, the last one among them. */
export const openingDays = 30;

export type Opening = Selectable<OpeningsTable>;

/** Counts that somebody looked at something, unless that was counted on the day; says whether it was. */
export async function takeOpening(db: Queries, opening: Opening): Promise<boolean> {
  const { numAffectedRows } = await insertOpening(db, opening);
  return (numAffectedRows ?? 0n) > 0n;
}

const insertOpening = compiled((db, opening: Opening) =>
  db
    .insertInto("openings")
    .values(opening)
    .onConflict((conflict) => conflict.doNothing()),
);

/** How many looked at each since a day, by its id. */
export async function openingsSince(
  db: Queries,
  { service, brand, day }: Pick<Opening, "service" | "brand" | "day">,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("openings")
    .select(["subject", ({ fn }) => fn.countAll().as("count")])
    .where("service", "=", service)
    .where("brand", "=", brand)
    .where("day", ">=", day)
    .groupBy("subject")
    .execute();
  return new Map(rows.map(({ subject, count }) => [subject, Number(count)]));
}

/** Removes those of days before one. */
export async function removeOldOpenings(db: Queries, day: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("openings").where("day", "<", day).executeTakeFirst();
  return Number(numDeletedRows);
}
