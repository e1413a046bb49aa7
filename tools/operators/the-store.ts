/** What operators' commands share: the store, and how rows of it are printed. */
import { existsSync } from "node:fs";
import { ConfigError, readConfig } from "../../server/config.ts";
import type { Env } from "../../server/config/settings.ts";
import { databaseFile, openStore, type Store } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";

/** The store that the server uses. It is never made here: an empty one would look as if nothing were to be done. */
export async function theStore(env: Env): Promise<Store> {
  try {
    const config = readConfig(env);
    if (config.databaseUrl === undefined && !existsSync(databaseFile(config.dataDir))) {
      throw new UsageError(`No hay datos en ${config.dataDir}. ¿Falta DATA_DIR o DATABASE_URL?`);
    }
    return await openStore(config);
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}

/** `2026-11-21 12:00:05 UTC`. */
export const time = (at: string): string => `${at.slice(0, 19).replace("T", " ")} UTC`;

/** Rows as columns of the same width; the first row is the head. */
export const table = (rows: string[][]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};
