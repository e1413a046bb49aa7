import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "./log.ts";
import { StartProblem } from "./start-problem.ts";
import { openStore, type Store, type StoreConfig } from "./store/store.ts";
import { StoreUnavailable } from "./store/unavailable.ts";

/** Milliseconds between two tries. */
const retryEveryMs = 1_000;

/**
 * Opens the store; a database that is away is waited for, and said once. SIGTERM ends the waiting as it ends any program.
 * @throws {StartProblem} when it was away for too long
 */
export async function waitForStore(
  config: StoreConfig & { databaseWait?: number },
  log: Pick<Log, "warn">,
): Promise<Store> {
  const { databaseUrl, databaseWait = 300 } = config;
  const ends = performance.now() + databaseWait * 1000;
  for (let tries = 1; ; tries++) {
    try {
      return await openStore(config);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || databaseUrl === undefined) throw error;
      const { host } = new URL(databaseUrl);
      if (performance.now() >= ends) {
        throw new StartProblem(
          `La base de datos en ${host} no respondió en ${databaseWait} s (DATABASE_WAIT): el servidor no parte.`,
          `The database at ${host} did not answer within ${databaseWait} s (DATABASE_WAIT): the server does not start.`,
          { cause: error },
        );
      }
      if (tries === 1) {
        log.warn(
          `La base de datos en ${host} no responde: se espera hasta ${databaseWait} s. / The database at ${host} does not answer: waiting for up to ${databaseWait} s.`,
        );
      }
      await wait(retryEveryMs);
    }
  }
}
