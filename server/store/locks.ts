/**
 * The locks that transactions take on PostgreSQL, by name: at read committed a transaction sees what others commit while it
 * runs, so whoever decides by what it has read locks that first, and reads it then. On SQLite, whose writers take turns,
 * they are nothing. Whatever needs several takes them in the order in which they stand here.
 */
import { PostgresAdapter, sql } from "kysely";
import type { Queries } from "./store.ts";

const isPostgres = (db: Queries): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

interface Lockable<Query> {
  forNoKeyUpdate(): Query;
  forUpdate(): Query;
}

/** The rows that a query gives, as they are when nobody else changes them; nobody does until the transaction ends. */
export const held = <Query extends Lockable<Query>>(db: Queries, query: Query): Query =>
  isPostgres(db) ? query.forNoKeyUpdate() : query;

/** The same, where the rows are to be removed: nobody adds what would refer to them either. */
export const heldWhole = <Query extends Lockable<Query>>(db: Queries, query: Query): Query =>
  isPostgres(db) ? query.forUpdate() : query;

/** What is in line in these sessions: who begins, moves or adjoins something there is alone with it. */
export async function lockLine(db: Queries, ...sessions: string[]): Promise<void> {
  const ids = sessions.toSorted();
  const query = db.selectFrom("sessions").select("id").where("id", "in", ids).orderBy("id");
  if (isPostgres(db)) await query.forNoKeyUpdate().execute();
}

/** A run with all that is of it: its answers, files, submissions and holds. */
export async function lockRun(db: Queries, id: string): Promise<void> {
  if (isPostgres(db))
    await db.selectFrom("runs").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** The same, where the run itself may go: nobody adds what would refer to it either. */
export async function lockWholeRun(db: Queries, id: string): Promise<void> {
  if (isPostgres(db)) await db.selectFrom("runs").select("id").where("id", "=", id).forUpdate().execute();
}

/** A wait and its events: whether one came early, decides or is late. */
export async function lockWait(db: Queries, id: string): Promise<void> {
  if (isPostgres(db))
    await db.selectFrom("waits").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** The records that a service numbers itself: who adds the next one is alone with them. */
export async function lockRecords(db: Queries, service: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext(${service}))`.execute(db);
}

/** What is kept for somebody apart from what they sent, named by their brand and the hash of who they are. */
export async function lockPerson(db: Queries, person: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext(${person}))`.execute(db);
}

/** Which keys a database has: of two servers that come first with different ones, one is told. */
export async function lockDataKeys(db: Queries): Promise<void> {
  if (isPostgres(db)) await sql`lock table data_keys in share row exclusive mode`.execute(db);
}
