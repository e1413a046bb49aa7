import type { Migration } from "./migration.ts";

/** What a visitor typed of themselves in one form, for the next one on the same device. */
export const visitorDetails: Migration = {
  name: "visitor details",
  up: async ({ schema }) => {
    await schema
      .createTable("visitor_details")
      .addColumn("session", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("details", "text", (column) => column.notNull())
      .addColumn("kept", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("visitor_details_by_end").on("visitor_details").column("expires_at").execute();
  },
};
