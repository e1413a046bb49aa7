import type { Migration } from "./migration.ts";

/** Sales that need documents of somebody, what each asks for, and how it was reviewed. */
export const opportunities: Migration = {
  name: "opportunities",
  up: async ({ schema }) => {
    await schema
      .createTable("opportunities")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("brand", "text", (column) => column.notNull())
      .addColumn("call_key", "text", (column) => column.notNull().unique())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("details", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await schema.createIndex("opportunities_by_end").on("opportunities").column("expires_at").execute();

    await schema
      .createTable("opportunity_documents")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("opportunity", "text", (column) => column.notNull().references("opportunities.id"))
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("caption", "text", (column) => column.notNull())
      .addColumn("formats", "text", (column) => column.notNull())
      .addColumn("state", "text")
      .addColumn("file", "text")
      .addColumn("note", "text")
      .addColumn("size", "integer", (column) => column.notNull())
      .addColumn("stored", "text", (column) => column.unique())
      .addColumn("changed_at", "text", (column) => column.notNull())
      .execute();
    await schema
      .createIndex("opportunity_documents_by_opportunity")
      .on("opportunity_documents")
      .column("opportunity")
      .execute();

    await schema
      .createTable("document_reviews")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("document", "text", (column) => column.notNull().references("opportunity_documents.id"))
      .addColumn("operator", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("note", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .execute();
    await schema
      .createIndex("document_reviews_by_document")
      .on("document_reviews")
      .column("document")
      .execute();
  },
};
