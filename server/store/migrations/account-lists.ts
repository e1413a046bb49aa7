import type { Migration } from "./migration.ts";

/** What the account of whoever is signed in keeps of saved lists. */
export const accountLists: Migration = {
  name: "account-lists",
  up: async ({ schema }) => {
    await schema
      .createTable("account_lists")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("person", "text", (column) => column.notNull())
      .addColumn("person_key", "text", (column) => column.notNull())
      .addColumn("person_hash", "text", (column) => column.notNull())
      .addColumn("list", "text", (column) => column.notNull())
      .addColumn("entries", "text", (column) => column.notNull())
      .addColumn("changed_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await schema
      .createIndex("account_lists_by_person")
      .unique()
      .on("account_lists")
      .columns(["brand", "person_hash", "list"])
      .execute();
    await schema.createIndex("account_lists_by_end").on("account_lists").column("expires_at").execute();
  },
};
