/** The store that the server uses, for operators. */
import { existsSync } from "node:fs";
import { readConfig, type Config } from "../config/config.ts";
import type { Env } from "../config/settings.ts";
import { DamagedValue } from "../store/damaged.ts";
import { databaseFile, openStore, type Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { startProblemText } from "../start-problem.ts";
import { OperatorError } from "./operator-error.ts";

export interface Opened {
  store: Store;
  config: Config;
}

/** Opens it. It is never made here: an empty one would look as if nothing were there. */
async function open(env: Env): Promise<Opened> {
  try {
    const config = readConfig(env);
    if (config.databaseUrl === undefined && !existsSync(databaseFile(config.dataDir))) {
      throw new OperatorError(`No hay datos en ${config.dataDir}. ¿Falta DATA_DIR o DATABASE_URL?`);
    }
    return { store: await openStore(config), config };
  } catch (error) {
    throw inWords(error);
  }
}

/** What keeps a server from starting keeps a command from its work, and is told in the same words. */
function inWords(error: unknown): unknown {
  const text = startProblemText(error);
  return text === undefined ? error : new OperatorError(text, { cause: error });
}

/** Closes the store whatever happens. @throws {OperatorError} where there is none or the settings are wrong */
export async function withStore<T>(env: Env, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await open(env);
  try {
    return await work(opened);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw inWords(error);
    if (!(error instanceof DamagedValue)) throw error;
    throw new OperatorError(
      `Un valor guardado está dañado y no se puede leer: ${error.place}. «npm run operate -- evidence --verify» dice cuál.`,
    );
  } finally {
    await opened.store.close();
  }
}
