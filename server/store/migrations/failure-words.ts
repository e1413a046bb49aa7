import type { Migration } from "./migration.ts";

/** What the page of a failed attempt says, in the program's own words. */
export const failureWords: Migration = {
  name: "failure words",
  up: async ({ schema }) => {
    await schema.alterTable("runs").addColumn("failure_says", "text").execute();
  },
};
