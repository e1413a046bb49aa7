import type { Migration } from "./migration.ts";

/** One-time passwords that were mailed, and who is signed in with which session. */
export const signIns: Migration = {
  name: "sign-ins",
  up: async ({ schema }) => {
    await schema
      .createTable("sign_in_codes")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("document_hash", "text", (column) => column.notNull())
      .addColumn("person", "text", (column) => column.notNull())
      .addColumn("person_key", "text", (column) => column.notNull())
      .addColumn("person_hash", "text", (column) => column.notNull())
      .addColumn("code_hash", "text", (column) => column.notNull())
      .addColumn("tries", "integer", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .addColumn("used_at", "text")
      .execute();
    await schema
      .createIndex("sign_in_codes_by_document")
      .on("sign_in_codes")
      .columns(["brand", "document_hash"])
      .execute();
    await schema.createIndex("sign_in_codes_by_end").on("sign_in_codes").column("expires_at").execute();

    await schema
      .createTable("sign_ins")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("person", "text", (column) => column.notNull())
      .addColumn("person_key", "text", (column) => column.notNull())
      .addColumn("person_hash", "text", (column) => column.notNull())
      .addColumn("granted_by", "text", (column) => column.notNull().unique())
      .addColumn("session", "text", (column) => column.unique())
      .addColumn("device", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("seen_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("sign_ins_by_person").on("sign_ins").columns(["brand", "person_hash"]).execute();
    await schema.createIndex("sign_ins_by_end").on("sign_ins").column("expires_at").execute();
  },
};
