import type { Migration } from "./migration.ts";

export const openings: Migration = {
  name: "openings",
  up: async ({ schema }) => {
    await schema
      .createTable("openings")
      .addColumn("service", "text", (column) => column.notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("visitor", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("openings_key", ["service", "brand", "day", "subject", "visitor"])
      .execute();
    // What housekeeping looks for.
    await schema.createIndex("openings_by_day").on("openings").column("day").execute();
  },
};
