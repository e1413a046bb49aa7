import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Numbers of revisions were once given by hand too: the counter goes on behind all of them. */
export const revisionNumbers: Migration = {
  name: "revision numbers",
  up: async (db, database) => {
    if (database === "sqlite") return;
    await sql`select setval(pg_get_serial_sequence('revisions', 'sequence'), max(sequence)) from revisions
      having max(sequence) is not null`.execute(db);
  },
};
