import type { Migration } from "./migration.ts";

export const holds: Migration = {
  name: "holds",
  up: async ({ schema }) => {
    await schema
      .createTable("holds")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("service", "text", (column) => column.notNull())
      .addColumn("resource", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("order_number", "text", (column) => column.unique())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("extended", "integer", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("until_at", "text", (column) => column.notNull())
      .addColumn("settled_at", "text")
      .execute();
    await schema.createIndex("holds_of_resource").on("holds").columns(["service", "resource"]).execute();
    // What housekeeping looks for.
    await schema.createIndex("holds_by_end").on("holds").column("until_at").execute();
  },
};
