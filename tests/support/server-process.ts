/** A server in a process of its own. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** As `npm start` and the container have it. */
export const youngSpace = "--max-semi-space-size=32";

/** A server that was started, in a process of its own or not. */
export interface StartedProgram {
  /** How it ended: 0 is well; null while it runs. */
  how(): number | string | null;
  /** Lets it end in order. */
  end(): void;
  kill(): void;
}

/** How it is started: `ServerOptions` say what each of these is. */
interface Program {
  before?: string[];
  flags?: string[];
  program?: string[];
}

/** Starts it with these settings; what it prints is told to `print`. */
export function startProcess(
  { before = [], flags = [], program = ["server/main.ts"] }: Program,
  env: NodeJS.ProcessEnv,
  print: (text: string) => void,
): StartedProgram {
  const node = join(root, "node_modules/.bin/node");
  const [command = node, ...words] = [...before, node, youngSpace, ...flags, ...program];
  const child = spawn(command, words, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", print);
  return {
    how: () => child.exitCode ?? child.signalCode,
    end: () => child.kill("SIGTERM"),
    kill: () => child.kill("SIGKILL"),
  };
}
