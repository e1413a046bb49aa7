import type { Migration } from "./migration.ts";

/** Which attempt stored a submission last: it is the one that is taken up again, and whose answer is told. */
export const attemptsOfSubmissions: Migration = {
  name: "attempts of submissions",
  up: async ({ schema }) => {
    await schema.alterTable("submissions").addColumn("attempt", "text").execute();
  },
};
