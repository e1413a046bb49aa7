import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const payments: Migration = {
  name: "payments",
  up: async (db) => {
    const { schema } = db;
    await schema
      .createTable("payments")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("run", "text", (column) => column.notNull())
      .addColumn("wait", "text", (column) => column.notNull())
      .addColumn("provider", "text", (column) => column.notNull())
      .addColumn("order_number", "text", (column) => column.notNull().unique())
      .addColumn("session_id", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("amount", "integer", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("status", "text")
      .addColumn("response_code", "integer")
      .addColumn("provider_token", "text")
      .addColumn("provider_token_hash", "text", (column) => column.unique())
      .addColumn("provider_url", "text")
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("returned", "text")
      .addColumn("proof", "text")
      .addColumn("receipt", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .addColumn("confirm_began_at", "text")
      .addColumn("settled_at", "text")
      .addColumn("note", "text")
      .addColumn("told_at", "text")
      .addColumn("refunded", "integer", (column) => column.notNull())
      .addColumn("refund_began_at", "text")
      .addColumn("differs", "text")
      .addColumn("next_at", "text")
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("lease_owner", "text")
      .addColumn("lease_until", "text")
      .addColumn("last_error", "text")
      .execute();
    // A wait has one payment that may still be paid.
    await sql`create unique index payments_of_wait on payments (wait) where state = 'pending'`.execute(db);
    await sql`create index payments_due on payments (next_at) where next_at is not null`.execute(db);
    await schema.createIndex("payments_by_run").on("payments").column("run").execute();
    await schema.createIndex("payments_by_time").on("payments").column("created_at").execute();
  },
};
