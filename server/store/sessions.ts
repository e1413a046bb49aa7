/** Who has runs: what is stored of a visitor's session. */
import { compiled } from "./compiled.ts";
import type { SessionsTable } from "./tables.ts";

export const insertSession = compiled((db, session: SessionsTable) =>
  db.insertInto("sessions").values(session),
);
