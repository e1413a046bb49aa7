import type { Migration } from "./migration.ts";

export const documentsOfSubmissions: Migration = {
  name: "documents of submissions",
  up: async ({ schema }) => {
    await schema.alterTable("submissions").addColumn("documents", "text").execute();
  },
};
