import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const dialogsAndLinkedRuns: Migration = {
  name: "dialogs and linked runs",
  up: async (db) => {
    const { schema } = db;
    await schema.alterTable("runs").addColumn("dialog", "text").execute();
    await schema.alterTable("attempts").addColumn("dialog", "text").execute();

    await schema
      .createTable("linked_runs")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("family", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("begun_by", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("step", "text", (column) => column.notNull())
      .addColumn("line", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("session", "text", (column) => column.notNull().references("sessions.id"))
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("flow", "text", (column) => column.notNull())
      .addColumn("parameters", "text", (column) => column.notNull())
      .addColumn("answers", "text", (column) => column.notNull())
      .addColumn("run", "text", (column) => column.unique().references("runs.id"))
      .addColumn("created_at", "text", (column) => column.notNull())
      .addUniqueConstraint("linked_runs_once", ["begun_by", "step", "line"])
      .execute();
    // One place in a line is one run's.
    await schema
      .createIndex("linked_runs_in_line")
      .unique()
      .on("linked_runs")
      .columns(["family", "position"])
      .execute();
    await sql`create index linked_runs_waiting on linked_runs (session, brand) where run is null`.execute(db);
  },
};
