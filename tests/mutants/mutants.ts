import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Code that is wrong on purpose: one text of one file, replaced by another. */
export interface SeededFault {
  name: string;
  /** What is wrong with it. */
  describe: string;
  /** From the project's root. */
  file: string;
  /** Stands in the file exactly once. */
  replace: string;
  by: string;
}

/** An engine that is wrong on purpose. */
export interface Mutant extends SeededFault {
  /** Names of the test files of `tests/engine` that must each notice; the quickest first. */
  caughtBy: string[];
}

/** The project's root. */
export const root = join(import.meta.dirname, "../..");

/** Of how many mutants `npm test` tries one; `npm run mutants` tries all. */
export const quickStep = 22;

/** All mutants, by name. */
export const allMutants = (): Mutant[] =>
  globSync("*.json", { cwd: import.meta.dirname })
    .toSorted()
    .map((file) => ({
      name: basename(file, ".json"),
      ...(JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8")) as Omit<Mutant, "name">),
    }));

/**
 * Puts a fault into the text of its file.
 * @throws {Error} when what it replaces does not stand there exactly once: the code has changed, and the fault must too.
 */
export function mutated({ name, file, replace, by }: SeededFault, text: string): string {
  const parts = text.split(replace);
  if (parts.length !== 2) {
    throw new Error(`${name}: ${file} holds ${JSON.stringify(replace)} ${parts.length - 1} times, not once`);
  }
  return parts.join(by);
}
