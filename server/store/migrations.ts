/** How the tables came to be. Forward only: a migration that has run anywhere is never edited. */
import { sql, type Kysely, type Transaction } from "kysely";

export interface Migration {
  name: string;
  up(db: Transaction<unknown>): Promise<void>;
}

const firstTables: Migration = {
  name: "first tables",
  up: async (db) => {
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
      .addColumn("sequence", "integer", (column) => column.primaryKey().autoIncrement())
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

const sequencesAndFiles: Migration = {
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

const dialogsAndLinkedRuns: Migration = {
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

/** In order; the place in the list is the version, beginning at 1. */
export const migrations: readonly Migration[] = [firstTables, sequencesAndFiles, dialogsAndLinkedRuns];

interface MigrationTables {
  migrations: { version: number; name: string; applied_at: string };
}

/** Brings the database up to date, each migration in its own transaction. Throws if the database is newer than the code. */
export async function migrate(db: Kysely<unknown>, list: readonly Migration[] = migrations): Promise<void> {
  await db.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("version", "integer", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("applied_at", "text", (column) => column.notNull())
    .execute();

  let behind = true;
  while (behind) {
    // The version is read inside the transaction: two processes that start together must not both apply one.
    behind = await db.transaction().execute(async (transaction) => {
      const log = transaction as unknown as Transaction<MigrationTables>;
      const last = await log
        .selectFrom("migrations")
        .select((build) => build.fn.max("version").as("version"))
        .executeTakeFirst();
      const version = last?.version ?? 0;
      if (version > list.length) {
        throw new Error(
          `La base de datos es de una versión más nueva (${version}) que este programa (${list.length}) / ` +
            `The database is of a newer version (${version}) than this program (${list.length})`,
        );
      }
      const migration = list[version];
      if (!migration) return false;
      await migration.up(transaction);
      await log
        .insertInto("migrations")
        .values({ version: version + 1, name: migration.name, applied_at: new Date().toISOString() })
        .execute();
      return true;
    });
  }
}
