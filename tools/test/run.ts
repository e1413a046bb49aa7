/** Runs other programs for `npm test`: in the project's root, with a time limit, and none left behind. */
import { spawn } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** Path of a program that a package brings. */
export function binary(name: string): string {
  return join(root, "node_modules/.bin", name);
}

/** Takes what a program prints, a piece after the other. */
export type Say = (text: string) => void;

/** Groups of processes that are at work, to end them when this process is ended. */
const groups = new Set<number>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const group of groups) endGroup(group);
    process.exit(130);
  });
}

/**
 * Runs a program and says whether it ended with 0 within `limit` milliseconds. What it started itself ends
 * with it. What it prints is told to `say`, where that is given.
 */
export function run(
  command: string[],
  limit: number,
  { quiet = false, env = {}, say }: { quiet?: boolean; env?: Record<string, string>; say?: Say } = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command[0]!, command.slice(1), {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? "ignore" : say ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      detached: true,
    });
    for (const stream of say ? [child.stdout, child.stderr] : [])
      stream?.setEncoding("utf8").on("data", say!);
    const group = child.pid;
    if (group !== undefined) groups.add(group);
    const timer = setTimeout(() => {
      console.error(`Pasó el límite / over the limit: ${limit / 1000} s (${command.join(" ")})`);
      if (group !== undefined) endGroup(group);
    }, limit);
    child.on("error", (error) => {
      clearTimeout(timer);
      if (!quiet) console.error(error.message);
      resolve(false);
    });
    // Not when it exits: then what it printed may still be on its way.
    child.on(say ? "close" : "exit", (code) => {
      clearTimeout(timer);
      if (group !== undefined) {
        groups.delete(group);
        endGroup(group);
      }
      resolve(code === 0);
    });
  });
}

function endGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // Nothing of it was left.
  }
}
