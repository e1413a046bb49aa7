/** Rows of the smallest table, and what is asked of them: for tests of the store itself. */
import { sql } from "kysely";
import { compiled } from "../../server/store/compiled.ts";
import type { SessionsTable } from "../../server/store/tables.ts";

export const session = (id: string, brand = "SI"): SessionsTable => ({ id, brand, created_at: "now" });

export const changeSession = compiled(
  (db, { id, changes }: { id: string; changes: Partial<SessionsTable> }) =>
    db.updateTable("sessions").set(changes).where("id", "=", id).returningAll(),
);

/** Ends its own connection to PostgreSQL. */
export const loseConnection = compiled<object, unknown>((db) => ({
  compile: () => sql`select pg_terminate_backend(pg_backend_pid())`.compile(db),
}));
