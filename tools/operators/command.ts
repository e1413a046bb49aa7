/** What operators' commands do alike: say what they found as text or as JSON. */
import type { Config } from "../../server/config/config.ts";
import type { Env } from "../../server/config/settings.ts";
import { withStore } from "../../server/operators/store.ts";
import type { Store } from "../../server/store/store.ts";
import { UsageError } from "../authors/project.ts";

/** What was found: for people, and for programs. `code` is that of the command's exit. */
export interface CommandResult {
  text: string;
  data: unknown;
  code: number;
}

/** Something outside stopped the work: said in words, without a trace, and the exit code is 1. */
export class CommandFailed extends Error {}

export type Printed = Pick<CommandResult, "text" | "code">;

/** What was found in the store, in the format that was asked for. @throws {UsageError} for a format that there is none of */
export async function sayFromStore(
  env: Env,
  format: string,
  work: (store: Store, config: Config) => Promise<CommandResult>,
): Promise<Printed> {
  if (format !== "text" && format !== "json") {
    throw new UsageError(`--format es "text" o "json", no "${format}".`);
  }
  const { text, data, code } = await withStore(env, ({ store, config }) => work(store, config));
  return { text: format === "json" ? JSON.stringify(data, null, 2) : text, code };
}

/** How many to list where nobody says it: whoever asks for all that names somebody gets all of it. */
export const usualLimit = (naming: string | undefined): string => (naming === undefined ? "50" : "99999");

/** How many to list. @throws {UsageError} */
export function limitOf(text: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(text)) throw new UsageError("--limit es un número de 1 a 99999.");
  return Number(text);
}
