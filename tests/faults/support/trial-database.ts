import { createDatabase, startPostgres } from "../../support/postgres.ts";
import type { Trial } from "./trial.ts";

/**
 * The address of a database that ends with the trial: one that keeps its word after a power cut in the long form; the tests'
 * own, which is quicker, in the short.
 */
export async function trialDatabase({ long, later }: Pick<Trial, "long" | "later">): Promise<string> {
  if (!long) {
    const { url, drop } = await createDatabase();
    later(drop);
    return url;
  }
  const cluster = await startPostgres({ durable: true });
  later(() => cluster.stop());
  return `${cluster.url}/postgres`;
}
