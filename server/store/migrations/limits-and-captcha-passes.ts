import type { Migration } from "./migration.ts";

export const limitsAndCaptchaPasses: Migration = {
  name: "limits and captcha passes",
  up: async ({ schema }) => {
    await schema
      .createTable("limits")
      .addColumn("key", "text", (column) => column.primaryKey().notNull())
      .addColumn("window_start", "text", (column) => column.notNull())
      .addColumn("count", "integer", (column) => column.notNull())
      .execute();
    await schema.createIndex("limits_by_age").on("limits").column("window_start").execute();

    await schema
      .createTable("captcha_passes")
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("body_hash", "text", (column) => column.notNull())
      .addColumn("passed_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("captcha_passes_key", ["run", "key"])
      .execute();
    // What housekeeping looks for.
    await schema.createIndex("captcha_passes_by_age").on("captcha_passes").column("passed_at").execute();
    await schema.createIndex("runs_by_age").on("runs").column("updated_at").execute();
    await schema.createIndex("sessions_by_age").on("sessions").column("created_at").execute();
  },
};
