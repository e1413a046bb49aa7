/** Metrics for whoever watches over the installation. */
import type { Queries } from "./store.ts";

export interface DeliveryMetrics {
  queued: number;
  leased: number;
  dead: number;
  /** When the oldest one was queued that is still to go out. */
  oldest: Date | undefined;
}

export async function deliveryMetrics(db: Queries): Promise<DeliveryMetrics> {
  const rows = await db
    .selectFrom("deliveries")
    .select(({ fn }) => ["state", fn.countAll().as("count"), fn.min("created_at").as("oldest")])
    .where("state", "in", ["queued", "leased", "dead"])
    .groupBy("state")
    .execute();
  const count = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  const [oldest] = rows
    .filter(({ state }) => state !== "dead")
    .map((row) => row.oldest)
    .toSorted();
  return {
    queued: count("queued"),
    leased: count("leased"),
    dead: count("dead"),
    oldest: oldest === undefined ? undefined : new Date(oldest),
  };
}
