/** Servers in one process for all test files of a worker: `server-host.ts`. */
import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { processEnv } from "./process-env.ts";
import type { Asked, Told } from "./server-host.ts";
import { youngSpace, type StartedProgram } from "./server-process.ts";

const root = join(import.meta.dirname, "../..");

interface Host {
  child: ChildProcess;
  ask(asked: Omit<Asked, "id">, id?: number): Promise<number>;
}

let host: Host | undefined;
let asked = 0;

function startHost(): Host {
  const child = fork(join(root, "tests/support/server-host.ts"), {
    cwd: root,
    env: processEnv(),
    execPath: join(root, "node_modules/.bin/node"),
    execArgv: [youngSpace],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding("utf8").resume();
  const waiting = new Map<number, (told: Told) => void>();
  child.on("message", (told: Told) => waiting.get(told.id)?.(told));
  child.once("exit", (code, signal) => {
    host = undefined;
    for (const [id, tell] of waiting)
      tell({ id, problem: `the process of servers ended with ${code ?? signal}` });
  });
  // Nobody waits for it: it ends with this process.
  child.unref();
  child.channel?.unref();
  process.once("exit", () => child.kill("SIGKILL"));
  const ask: Host["ask"] = (what, id = ++asked) =>
    new Promise((resolve, reject) => {
      waiting.set(id, ({ problem }) => {
        waiting.delete(id);
        if (problem === undefined) resolve(id);
        else reject(new Error(problem));
      });
      child.send({ id, ...what } satisfies Asked);
    });
  return { child, ask };
}

/** Starts one with these settings. What it prints, and those that run beside it, is told to `print`. */
export function startHosted(
  settings: Record<string, string | undefined>,
  print: (text: string) => void,
): StartedProgram {
  host ??= startHost();
  const { child, ask } = host;
  const streams = [child.stdout!, child.stderr!];
  for (const stream of streams) stream.on("data", print);
  let how: number | string | null = null;
  const ended = (as: number | string): void => {
    how = as;
    for (const stream of streams) stream.off("data", print);
  };
  const started = ask({ start: settings });
  started.catch((error: unknown) => ended(String(error)));
  return {
    how: () => how,
    end: () =>
      void started
        .then((id) => ask({}, id))
        .then(
          () => ended(0),
          (error: unknown) => ended(String(error)),
        ),
    kill: () => {
      throw new Error("it runs in the process of others: say `hosted: false`");
    },
  };
}
