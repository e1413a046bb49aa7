import type { Migration } from "./migration.ts";

export const deliveryFailures: Migration = {
  name: "delivery failures",
  up: async ({ schema }) => {
    await schema
      .createTable("delivery_failures")
      .addColumn("delivery", "text", (column) => column.notNull().references("deliveries.id"))
      .addColumn("failed_at", "text", (column) => column.notNull())
      .addColumn("attempt", "integer", (column) => column.notNull())
      .addColumn("error", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("delivery_failures_key", ["delivery", "failed_at", "attempt"])
      .execute();
  },
};
