/** Authors' commands as authors start them: in a process of their own, over a copy of the definitions. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { copyDefinitions } from "../support/definition-files.ts";

export const root = join(import.meta.dirname, "../..");

export interface Ran {
  code: number;
  out: string;
  error: string;
}

const start = (command: string, words: string[], settings: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1", ...settings };
    execFile(command, words, { cwd: root, env }, (problem, out, error) => {
      resolve({ code: problem ? Number(problem.code ?? 1) : 0, out, error });
    });
  });

/** Runs `tools/<name>.ts`. */
export const tool = (name: string, ...words: string[]): Promise<Ran> =>
  start(process.execPath, [join(root, "tools", `${name}.ts`), ...words]);

/** The same, with settings. */
export const toolWith = (settings: Record<string, string>, name: string, ...words: string[]): Promise<Ran> =>
  start(process.execPath, [join(root, "tools", `${name}.ts`), ...words], settings);

/** Whether the project's formatter would leave files as they are. */
export const isFormatted = async (...files: string[]): Promise<boolean> => {
  const words = ["--check", "-c", join(root, ".oxfmtrc.json"), ...files];
  return (await start(join(root, "node_modules/.bin/oxfmt"), words)).code === 0;
};

/** A copy of the project's definitions, with some changed; gone after the test, or when `finished` says. */
export function copied(
  changes: Record<string, string | null> = {},
  finished: (remove: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-authors-"));
  finished(() => rmSync(folder, { recursive: true, force: true }));
  copyDefinitions(folder, changes);
  return folder;
}

export const readIn = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");
