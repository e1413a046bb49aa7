import type { Migration } from "./migration.ts";

/** From which network a unit was held: so many at a time, and so long, and no more. */
export const whereHoldsComeFrom: Migration = {
  name: "where holds come from",
  up: async ({ schema }) => {
    await schema.alterTable("holds").addColumn("from_hash", "text").execute();
    await schema.createIndex("holds_by_network").on("holds").columns(["from_hash", "until_at"]).execute();
  },
};
