/** How often something was done in a window of time. Keys are hashes: nobody's address or document stands here. */
import type { Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import type { Queries } from "./store.ts";
import type { LimitsTable } from "./tables.ts";

/** So many turns of one subject, in the window that began at `window`. */
export interface LimitCount {
  key: string;
  window: string;
  by: number;
}

/**
 * Counts `by` more of each of them, no key twice, and gives how many there are with them, by key. Counting begins anew
 * with each window; a process whose clock is behind counts in the newer one.
 */
export async function takeTurns(db: Queries, turns: LimitCount[]): Promise<Map<string, number>> {
  // In one order: of two servers that count the same, one waits for the other.
  const ordered = turns
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, window, by }) => ({ key, window_start: window, count: by }));
  const { rows } = await countTurns(db, ordered);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

const countTurns = compiled((db, rows: Selectable<LimitsTable>[]) =>
  db
    .insertInto("limits")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((build) => {
        const isSame = build("limits.window_start", ">=", build.ref("excluded.window_start"));
        return {
          count: build
            .case()
            .when(isSame)
            .then(build("limits.count", "+", build.ref("excluded.count")))
            .else(build.ref("excluded.count"))
            .end(),
          window_start: build
            .case()
            .when(isSame)
            .then(build.ref("limits.window_start"))
            .else(build.ref("excluded.window_start"))
            .end(),
        };
      }),
    )
    .returning(["key", "count"]),
);

/** Removes what began before a moment. */
export async function removeLimits(db: Queries, before: string): Promise<number> {
  const result = await db.deleteFrom("limits").where("window_start", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Gives back turns that were taken and not used, where their window is still the one that is counted. */
export const giveTurnsBack = (
  db: Queries,
  { key, window, by }: { key: string; window: string; by: number },
): Promise<unknown> =>
  db
    .updateTable("limits")
    .set((build) => ({ count: build("count", "-", by) }))
    .where("key", "=", key)
    .where("window_start", "=", window)
    .where("count", ">=", by)
    .execute();
