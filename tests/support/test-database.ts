import { onTestFinished } from "vitest";
import { createDatabase, type Prepare } from "./postgres.ts";

/** Whether tests that take any store are to take PostgreSQL: the suite runs once with each. */
export const isPostgresRun = process.env["VITRINA_TEST_STORE"] === "postgres";

/** The store of one test: a database of its own in a run on PostgreSQL, else nothing, which is a file in its folder. */
export async function testDatabase(prepare?: Prepare): Promise<{ databaseUrl?: string }> {
  if (!isPostgresRun) return {};
  const { url, drop } = await createDatabase(prepare);
  onTestFinished(drop);
  return { databaseUrl: url };
}
