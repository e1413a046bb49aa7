import type { Migration } from "./migration.ts";

/** What visitors allow a brand's pages to load of others. */
export const siteConsents: Migration = {
  name: "site consents",
  up: async ({ schema }) => {
    await schema
      .createTable("site_consents")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("visitor", "text", (column) => column.notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("purpose", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("given", "integer", (column) => column.notNull())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("text_hash", "text", (column) => column.notNull())
      .addColumn("revision", "text", (column) => column.notNull())
      .addColumn("at", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("site_consents_by_visitor").on("site_consents").column("visitor").execute();
    // What housekeeping looks for.
    await schema.createIndex("site_consents_by_time").on("site_consents").column("at").execute();
  },
};
