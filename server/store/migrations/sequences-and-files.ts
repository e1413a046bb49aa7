import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const sequencesAndFiles: Migration = {
  name: "sequences and files",
  up: async (db) => {
    const { schema } = db;
    // What was the number names the submission; what people read may now be the next one of a sequence.
    await schema.alterTable("submissions").renameColumn("number", "id").execute();
    await schema
      .alterTable("submissions")
      .addColumn("number", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await schema.alterTable("submissions").addColumn("sequence", "text").execute();
    await schema.alterTable("submissions").addColumn("period", "text").execute();
    await schema.alterTable("submissions").addColumn("position", "integer").execute();
    await sql`update submissions set number = id`.execute(db);
    await schema
      .createIndex("submissions_by_number")
      .on("submissions")
      .columns(["number", "brand", "flow"])
      .execute();
    await schema
      .createIndex("submissions_in_sequence")
      .unique()
      .on("submissions")
      .columns(["brand", "flow", "sequence", "period", "position"])
      .execute();

    await schema
      .createTable("sequences")
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("flow", "text", (column) => column.notNull())
      .addColumn("sequence", "text", (column) => column.notNull())
      .addColumn("period", "text", (column) => column.notNull())
      .addColumn("last", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("sequences_key", ["brand", "flow", "sequence", "period"])
      .execute();

    await schema
      .createTable("files")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("type", "text", (column) => column.notNull())
      .addColumn("size", "integer", (column) => column.notNull())
      // PostgreSQL's name; SQLite keeps bytes as bytes whatever the column's type is called.
      .addColumn("content", "bytea", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("files_by_run").on("files").column("run").execute();
  },
};
