import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const firstTables: Migration = {
  name: "first tables",
  up: async (db, database) => {
    const { schema } = db;
    await schema
      .createTable("sessions")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .execute();

    await schema
      .createTable("runs")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("session", "text", (column) => column.notNull().references("sessions.id"))
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("flow", "text", (column) => column.notNull())
      .addColumn("revision", "text", (column) => column.notNull())
      .addColumn("step", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("answers", "text", (column) => column.notNull())
      .addColumn("results", "text", (column) => column.notNull())
      .addColumn("done", "text", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull().check(sql`status in ('open', 'done')`))
      .addColumn("failure", "text")
      .addColumn("busy_key", "text")
      .addColumn("busy_until", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .execute();
    // Two tabs that begin at once get the same run.
    await sql`create unique index runs_one_open on runs (session, brand, flow) where status = 'open'`.execute(
      db,
    );
    await schema.createIndex("runs_newest").on("runs").columns(["session", "brand", "updated_at"]).execute();

    await schema
      .createTable("attempts")
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("body_hash", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull().check(sql`state in ('running', 'answered')`))
      .addColumn("started_at", "text", (column) => column.notNull())
      .addColumn("status", "integer")
      .addColumn("response", "text")
      .addPrimaryKeyConstraint("attempts_key", ["run", "key"])
      .execute();

    await schema
      .createTable("calls")
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("place", "text", (column) => column.notNull())
      .addColumn("input_hash", "text", (column) => column.notNull())
      .addColumn("call", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull().check(sql`state in ('sent', 'answered')`))
      .addColumn("sent_at", "text", (column) => column.notNull())
      .addColumn("answered_at", "text")
      .addColumn("result", "text")
      .addPrimaryKeyConstraint("calls_key", ["run", "place", "input_hash"])
      .execute();

    await schema
      .createTable("submissions")
      .addColumn("number", "text", (column) => column.primaryKey().notNull())
      .addColumn("run", "text", (column) => column.notNull().references("runs.id"))
      .addColumn("step", "text", (column) => column.notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("flow", "text", (column) => column.notNull())
      .addColumn("revision", "text", (column) => column.notNull())
      .addColumn("answers", "text", (column) => column.notNull())
      .addColumn("labels", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) =>
        column.notNull().check(sql`state in ('pending', 'accepted', 'failed')`),
      )
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("decided_at", "text")
      .addUniqueConstraint("submissions_once", ["run", "step"])
      .execute();
    await schema
      .createIndex("submissions_by_time")
      .on("submissions")
      .columns(["brand", "created_at"])
      .execute();

    await schema
      .createTable("deliveries")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("submission", "text", (column) => column.references("submissions.number"))
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull().check(sql`kind in ('mail', 'call')`))
      .addColumn("dedupe", "text", (column) => column.notNull().unique())
      .addColumn("payload", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) =>
        column.notNull().check(sql`state in ('queued', 'leased', 'delivered', 'dead')`),
      )
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("next_at", "text", (column) => column.notNull())
      .addColumn("lease_owner", "text")
      .addColumn("lease_until", "text")
      .addColumn("last_error", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("delivered_at", "text")
      .execute();
    // Finished deliveries pile up; the worker's index holds only what is still to be done.
    await sql`create index deliveries_due on deliveries (next_at) where state in ('queued', 'leased')`.execute(
      db,
    );
    await schema.createIndex("deliveries_by_submission").on("deliveries").column("submission").execute();
    await sql`create index deliveries_dead on deliveries (created_at) where state = 'dead'`.execute(db);

    await schema
      .createTable("revisions")
      // Each counts up in its own way.
      .addColumn("sequence", database === "sqlite" ? "integer" : "serial", (column) =>
        database === "sqlite" ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn("hash", "text", (column) => column.notNull().unique())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("published_at", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("revisions_newest").on("revisions").columns(["brand", "sequence"]).execute();

    await schema
      .createTable("service_records")
      .addColumn("service", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("answer", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("service_records_key", ["service", "key"])
      .execute();
  },
};
