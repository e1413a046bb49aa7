/** What authors' commands share: the project's folder, its definition files, and how things are said. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Sources } from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { OperatorError } from "../../server/operators/operator-error.ts";

export const project = resolve(import.meta.dirname, "../..");

/** Where a command says what it found, and what it knows of whoever asked. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  env: Record<string, string | undefined>;
  hasColour: boolean;
  /** Columns. */
  width: number;
}

/** A command of authors: from its words to its exit code. */
export type Command = (words: string[], terminal: Terminal) => Promise<number>;

const ownTerminal = (): Terminal => ({
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  env: process.env,
  hasColour: process.stdout.isTTY && process.env["NO_COLOR"] === undefined,
  width: process.stdout.columns ?? 100,
});

/** The folder that a command is about: the one it was given, else that of `DEFINITIONS_DIR`, else the project. */
export const definitionsFolder = (given: string | undefined, env: Terminal["env"] = process.env): string =>
  resolve(given ?? (env["DEFINITIONS_DIR"] || project));

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

/** Runs a command and gives its exit code; a wrong call is 2 and says why. */
export async function exitCodeOf(command: Command, words: string[], terminal: Terminal): Promise<number> {
  try {
    return await command(words, terminal);
  } catch (error) {
    const isParseError =
      error instanceof TypeError && String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS");
    if (!(error instanceof OperatorError) && !isParseError) throw error;
    terminal.error(`${isParseError ? "No se entiende la orden. " : ""}${error.message}\n`);
    return 2;
  }
}

/** Runs one as this process: with its words, in its terminal. */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await exitCodeOf(command, process.argv.slice(2), ownTerminal());
}

/** What editors offer, where the grammar looks for it: `allOf` at the root of each. */
export const offersFile = (grammar: string): string => `var/editor/${grammar}.schema.json`;

/** Whether it was written once. */
export const hasOffers = (root: string): boolean => existsSync(join(root, offersFile("flow")));
