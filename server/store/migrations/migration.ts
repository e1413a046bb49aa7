import type { Transaction } from "kysely";

export type Database = "sqlite" | "postgres";

/** One change of the tables. Forward only: one that has run anywhere is never edited. */
export interface Migration {
  name: string;
  up(db: Transaction<unknown>, database: Database): Promise<void>;
}
