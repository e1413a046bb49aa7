/** All that is of one session goes to another, which begins with it. */
import { lockLine } from "./locks.ts";
import type { Queries } from "./store.ts";

/**
 * Moves it in the caller's transaction, but one run. Tells whether it could: not while anything of it is at work. A form
 * that is open in both sessions stays where it is.
 */
export async function moveSession(
  db: Queries,
  { from, to, but, now }: { from: string; to: string; but: string; now: string },
): Promise<boolean> {
  await lockLine(db, from, to);
  const runs = await db
    .selectFrom("runs")
    .select(["id", "brand", "flow", "status", "busy_until"])
    .where("session", "in", [from, to])
    .where("id", "!=", but)
    .execute();
  if (runs.some(({ busy_until }) => busy_until !== null && busy_until > now)) return false;
  const there = await db
    .selectFrom("runs")
    .select(["brand", "flow"])
    .where("session", "=", to)
    .where("status", "=", "open")
    .execute();
  const isOpenThere = (run: { brand: string; flow: string }): boolean =>
    there.some(({ brand, flow }) => brand === run.brand && flow === run.flow);
  const ids = runs.filter((run) => run.status === "done" || !isOpenThere(run)).map(({ id }) => id);
  if (ids.length > 0) {
    await db
      .updateTable("runs")
      .set({ session: to })
      .where("session", "=", from)
      .where("id", "in", ids)
      .execute();
  }
  await db.updateTable("linked_runs").set({ session: to }).where("session", "=", from).execute();
  await db.updateTable("handoffs").set({ session: to }).where("session", "=", from).execute();
  const known = await db
    .selectFrom("visitor_details")
    .select("session")
    .where("session", "=", to)
    .executeTakeFirst();
  if (!known)
    await db.updateTable("visitor_details").set({ session: to }).where("session", "=", from).execute();
  return true;
}
