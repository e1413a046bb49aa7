import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const waits: Migration = {
  name: "waits and their events",
  up: async (db) => {
    const { schema } = db;
    await schema.alterTable("runs").addColumn("wait", "text").execute();
    await schema.alterTable("runs").addColumn("settled", "text").execute();

    await schema
      .createTable("waits")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("flow", "text", (column) => column.notNull())
      .addColumn("revision", "text", (column) => column.notNull())
      .addColumn("step", "text", (column) => column.notNull())
      .addColumn("line", "text", (column) => column.notNull())
      .addColumn("event", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("outcome", "text")
      .addColumn("context", "text")
      .addColumn("leads", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("began_at", "text")
      .addColumn("until_at", "text")
      .addColumn("decided_at", "text")
      .addColumn("over_at", "text")
      .addColumn("next_at", "text")
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("lease_owner", "text")
      .addColumn("lease_until", "text")
      .addColumn("last_error", "text")
      .execute();
    await schema.createIndex("waits_by_run").on("waits").columns(["run", "created_at"]).execute();
    // One place of a program waits once at a time, and a run for one thing.
    await sql`create unique index waits_prepared on waits (run, step, line) where state = 'prepared'`.execute(
      db,
    );
    await sql`create unique index waits_of_run on waits (run) where state in ('waiting', 'decided', 'stuck')`.execute(
      db,
    );
    await sql`create index waits_due on waits (next_at) where state in ('waiting', 'decided')`.execute(db);

    await schema
      .createTable("wait_events")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("wait", "text", (column) => column.notNull().references("waits.id"))
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("payload", "text", (column) => column.notNull())
      .addColumn("note", "text")
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("came_at", "text", (column) => column.notNull())
      .addColumn("seen_at", "text")
      .addUniqueConstraint("wait_events_once", ["wait", "key"])
      .execute();
    await sql`create index wait_events_late on wait_events (came_at) where state = 'late'`.execute(db);
  },
};
