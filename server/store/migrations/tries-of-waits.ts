import type { Migration } from "./migration.ts";

/** How often somebody typed a code: those that waited before have none. */
export const triesOfWaits: Migration = {
  name: "tries of waits",
  up: async ({ schema }) => {
    await schema
      .alterTable("waits")
      .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
