/** What authors' commands share: the project's folder, its definition files, and how things are said. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Sources } from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { OperatorError } from "../../server/operators/operator-error.ts";

export const project = resolve(import.meta.dirname, "../..");

/** The folder that a command is about: the one it was given, else that of `DEFINITIONS_DIR`, else the project. */
export const definitionsFolder = (given: string | undefined): string =>
  resolve(given ?? (process.env["DEFINITIONS_DIR"] || project));

/** A mistake in how a command was called: said in words, without a trace. */
export class UsageError extends OperatorError {}

/** The definition files below a folder; none when it has no definitions. */
export async function sourcesOf(root: string): Promise<Sources> {
  try {
    return await loadSources(root);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Writes files by path from a root, with the folders that they need. */
export async function writeSources(root: string, sources: Sources): Promise<void> {
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** Whether the terminal shows colours and wants them. */
export const wantsColour = (): boolean => process.stdout.isTTY && process.env["NO_COLOR"] === undefined;

/** Runs a command's main function: its number is the exit code; a wrong call is 2 and says why. */
export async function runCommand(main: (words: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const isParseError =
      error instanceof TypeError && String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS");
    if (!(error instanceof OperatorError) && !isParseError) throw error;
    process.stderr.write(`${isParseError ? "No se entiende la orden. " : ""}${error.message}\n`);
    process.exitCode = 2;
  }
}

/** What editors offer, where the grammar looks for it: `allOf` at the root of each. */
export const offersFile = (grammar: string): string => `var/editor/${grammar}.schema.json`;

/** Whether it was written once. */
export const hasOffers = (root: string): boolean => existsSync(join(root, offersFile("flow")));
