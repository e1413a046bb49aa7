import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Bytes of uploads leave the database. Those that are in it are moved when the server starts. */
export const filesInStorage: Migration = {
  name: "files in storage",
  up: async (db) => {
    const { schema } = db;
    // SQLite cannot make a column of a table nullable.
    await schema
      .createTable("stored_files")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("type", "text", (column) => column.notNull())
      .addColumn("size", "integer", (column) => column.notNull())
      .addColumn("stored", "text", (column) => column.unique())
      .addColumn("content", "bytea")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addCheckConstraint("stored_or_here", sql`(stored is null) <> (content is null)`)
      .execute();
    await sql`insert into stored_files (id, run, name, type, size, content, created_at)
      select id, run, name, type, size, content, created_at from files`.execute(db);
    await schema.dropTable("files").execute();
    await schema.alterTable("stored_files").renameTo("files").execute();
    await schema.createIndex("files_by_run").on("files").column("run").execute();
  },
};
