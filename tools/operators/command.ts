/** What operators' commands do alike: open the store and close it again, and say what they found as text or as JSON. */
import type { Config } from "../../server/config/config.ts";
import type { Env } from "../../server/config/settings.ts";
import { DamagedValue } from "../../server/store/damaged.ts";
import type { Store } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";
import { operatedStore } from "./store.ts";

/** What was found: for people, and for programs. `code` is that of the command's exit. */
export interface Said {
  text: string;
  data: unknown;
  code: number;
}

export type Done = Pick<Said, "text" | "code">;

/** Closes the store whatever happens. @throws {UsageError} in words, where there is none or the settings are wrong */
export async function withStore<T>(
  env: Env,
  work: (opened: { store: Store; config: Config }) => Promise<T>,
): Promise<T> {
  const opened = await operatedStore(env);
  try {
    return await work(opened);
  } catch (error) {
    if (!(error instanceof DamagedValue)) throw error;
    throw new UsageError(
      `Un valor guardado está dañado y no se puede leer: ${error.place}. «npm run evidence -- --verify» dice cuál.`,
    );
  } finally {
    await opened.store.close();
  }
}

/** The same, said in the format that was asked for. @throws {UsageError} for a format that there is none of */
export async function sayFromStore(
  env: Env,
  format: string,
  work: (store: Store, config: Config) => Promise<Said>,
): Promise<Done> {
  if (format !== "text" && format !== "json") {
    throw new UsageError(`--format es "text" o "json", no "${format}".`);
  }
  const { text, data, code } = await withStore(env, ({ store, config }) => work(store, config));
  return { text: format === "json" ? JSON.stringify(data, null, 2) : text, code };
}

/** How many to list. @throws {UsageError} */
export function limitOf(text: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(text)) throw new UsageError("--limit es un número de 1 a 99999.");
  return Number(text);
}
