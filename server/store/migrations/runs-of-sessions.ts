import type { Migration } from "./migration.ts";

/** A session has few runs: to find them needs no order of time, which each draft changed in the index. */
export const runsOfSessions: Migration = {
  name: "runs of sessions",
  up: async ({ schema }) => {
    await schema.dropIndex("runs_newest").execute();
    await schema.createIndex("runs_of_session").on("runs").columns(["session", "brand"]).execute();
  },
};
