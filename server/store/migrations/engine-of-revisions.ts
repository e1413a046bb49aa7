import type { Migration } from "./migration.ts";

export const engineOfRevisions: Migration = {
  name: "engine of revisions",
  up: async ({ schema }) => {
    await schema.alterTable("revisions").addColumn("engine", "text").execute();
  },
};
