/** The store that the server uses, for operators' commands. */
import { existsSync } from "node:fs";
import { ConfigError, readConfig, type Config } from "../../server/config/config.ts";
import type { Env } from "../../server/config/settings.ts";
import { DataKeyError } from "../../server/store/data-keys.ts";
import { databaseFile, openStore, type Store } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";

/**
 * Opens it. It is never made here: an empty one would look as if nothing were there.
 * @throws {UsageError} in words, where there is none or the settings are wrong
 */
export async function operatedStore(env: Env): Promise<{ store: Store; config: Config }> {
  try {
    const config = readConfig(env);
    if (config.databaseUrl === undefined && !existsSync(databaseFile(config.dataDir))) {
      throw new UsageError(`No hay datos en ${config.dataDir}. ¿Falta DATA_DIR o DATABASE_URL?`);
    }
    return { store: await openStore(config), config };
  } catch (error) {
    const isTold = error instanceof ConfigError || error instanceof DataKeyError;
    throw isTold ? new UsageError(error.message) : error;
  }
}
