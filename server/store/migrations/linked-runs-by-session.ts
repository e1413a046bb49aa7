import type { Migration } from "./migration.ts";

export const linkedRunsBySession: Migration = {
  name: "linked runs by session",
  up: async ({ schema }) => {
    // Beside the index on what waits, SQLite would rather look up the run: of all that wait, in every session.
    await schema.dropIndex("linked_runs_waiting").execute();
    await schema
      .createIndex("linked_runs_by_session")
      .on("linked_runs")
      .columns(["session", "brand", "run"])
      .execute();
  },
};
