import type { Migration } from "./migration.ts";

export const contentCopies: Migration = {
  name: "content copies",
  up: async ({ schema }) => {
    await schema
      .createTable("content_copies")
      .addColumn("source", "text", (column) => column.primaryKey().notNull())
      .addColumn("copy", "text", (column) => column.notNull())
      .addColumn("read_at", "text", (column) => column.notNull())
      .execute();
  },
};
