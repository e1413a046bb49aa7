/** Authors' commands, over a copy of the definitions: as functions, and as processes as authors start them. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { exitCodeOf, type Command } from "../../tools/authors/project.ts";
import { checkCommand } from "../../tools/check.ts";
import { explainCommand } from "../../tools/explain.ts";
import { newBrandCommand } from "../../tools/new-brand.ts";
import { newFlowCommand } from "../../tools/new-flow.ts";
import { overviewCommand } from "../../tools/overview.ts";
import { changeFiles, copyDefinitions } from "../support/definition-files.ts";

export const root = join(import.meta.dirname, "../..");

export interface Ran {
  code: number;
  out: string;
  error: string;
}

const start = (command: string, words: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1" };
    execFile(command, words, { cwd: root, env }, (problem, out, error) => {
      resolve({ code: problem ? Number(problem.code ?? 1) : 0, out, error });
    });
  });

const commands: Record<string, Command> = {
  check: checkCommand,
  explain: explainCommand,
  "new-brand": newBrandCommand,
  "new-flow": newFlowCommand,
  overview: overviewCommand,
};

/** Runs `tools/<name>.ts` as a process of its own. */
export const startTool = (name: string, ...words: string[]): Promise<Ran> =>
  start(process.execPath, [join(root, "tools", `${name}.ts`), ...words]);

/** Runs the command of `tools/<name>.ts` in this process, with settings. */
export async function toolWith(env: Record<string, string>, name: string, ...words: string[]): Promise<Ran> {
  const said = { out: "", error: "" };
  const terminal = {
    out: (text: string) => void (said.out += text),
    error: (text: string) => void (said.error += text),
    env,
    hasColour: false,
    width: 100,
  };
  const command = commands[name];
  if (!command) throw new Error(`there is no command ${name}`);
  return { code: await exitCodeOf(command, words, terminal), ...said };
}

/** The same, without settings. */
export const tool = (name: string, ...words: string[]): Promise<Ran> => toolWith({}, name, ...words);

/** Whether the project's formatter would leave files as they are. */
export const isFormatted = async (...files: string[]): Promise<boolean> => {
  const words = ["--check", "-c", join(root, ".oxfmtrc.json"), ...files];
  return (await start(join(root, "node_modules/.bin/oxfmt"), words)).code === 0;
};

type Finished = (remove: () => void) => void;

function temporary(finished: Finished): string {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-authors-"));
  finished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of the project's definitions, with some changed; gone after the test, or when `finished` says. */
export function copied(
  changes: Record<string, string | null> = {},
  finished: Finished = onTestFinished,
): string {
  const folder = temporary(finished);
  copyDefinitions(folder, changes);
  return folder;
}

/** The small valid project of the broken cases. */
export const smallProject = join(root, "fixtures/definitions");

/** A copy of it with the project's grammar, with some files changed; gone after the test. */
export function copiedSmall(changes: Record<string, string | null> = {}): string {
  const folder = temporary(onTestFinished);
  cpSync(smallProject, folder, { recursive: true });
  cpSync(join(root, "schemas/language"), join(folder, "schemas/language"), { recursive: true });
  changeFiles(folder, changes);
  return folder;
}

export const readIn = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");
