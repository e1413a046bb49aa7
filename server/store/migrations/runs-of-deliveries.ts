import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Which run a delivery tells of: what is told next takes the place of what still waits. */
export const runsOfDeliveries: Migration = {
  name: "runs of deliveries",
  up: async (db) => {
    // Servers of before write none: what they queue goes out as it did.
    await db.schema.alterTable("deliveries").addColumn("run", "text").execute();
    await sql`update deliveries set run = substr(dedupe, 9, 36) where dedupe like 'advance/%'`.execute(db);
    await sql`create index deliveries_by_run on deliveries (run) where run is not null`.execute(db);
  },
};
