import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** What a run is about: a session has one open run of a flow for each subject. */
export const subjectsOfRuns: Migration = {
  name: "subjects of runs",
  up: async (db) => {
    // Servers of before write none, and find theirs all the same.
    await db.schema
      .alterTable("runs")
      .addColumn("subject", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await sql`drop index runs_one_open`.execute(db);
    await sql`create unique index runs_one_open on runs (session, brand, flow, subject) where status = 'open'`.execute(
      db,
    );
  },
};
