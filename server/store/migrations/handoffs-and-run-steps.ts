import type { Migration } from "./migration.ts";

export const handoffsAndRunSteps: Migration = {
  name: "handoffs and run steps",
  up: async ({ schema }) => {
    await schema
      .createTable("handoffs")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("session", "text", (column) => column.notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("flow", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.unique())
      .addColumn("code_hash", "text")
      .addColumn("tries", "integer", (column) => column.notNull())
      .addColumn("expires_at", "text")
      .addColumn("used_at", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("handoffs_by_run").on("handoffs").columns(["run", "created_at"]).execute();
    await schema.createIndex("handoffs_by_session").on("handoffs").columns(["session", "used_at"]).execute();
    await schema.createIndex("handoffs_by_age").on("handoffs").column("created_at").execute();

    await schema
      .createTable("run_steps")
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("step", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("reached_at", "text", (column) => column.notNull())
      .addColumn("continued_at", "text")
      .addPrimaryKeyConstraint("run_steps_key", ["run", "step"])
      .execute();
    // What whoever follows runs up that came to no end asks for.
    await schema.createIndex("runs_by_status").on("runs").columns(["status", "created_at"]).execute();
  },
};
