import type { Migration } from "./migration.ts";

/** Sales that can be cancelled by their link, and payments of which all is to be given back. */
export const cancellations: Migration = {
  name: "cancellations",
  up: async ({ schema }) => {
    await schema
      .createTable("cancellations")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("order_number", "text", (column) => column.notNull().unique())
      .addColumn("call_key", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("details", "text", (column) => column.notNull())
      .addColumn("until_day", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("reason", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("changed_at", "text", (column) => column.notNull())
      .execute();
    // What an erasure and housekeeping look for.
    await schema.createIndex("cancellations_by_call").on("cancellations").column("call_key").execute();
    await schema.createIndex("cancellations_by_day").on("cancellations").column("until_day").execute();
    await schema.alterTable("payments").addColumn("refund_due_at", "text").execute();
  },
};
