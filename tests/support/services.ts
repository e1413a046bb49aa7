/** Starts the embedded services as a process of their own, on a free port, with a store of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { processEnv } from "./process-env.ts";
import { until } from "./until.ts";

const root = resolve(import.meta.dirname, "../..");
const startLimit = 120_000;

export interface ServicesProcess {
  /** Base URL, ending in `/`. */
  base: string;
  /** Folder of its store. */
  dataDir: string;
  /** Everything that it has printed. */
  log(): string;
  /** Ends it with SIGTERM, and removes what it stored. Fails if it does not end well. */
  stop(): Promise<void>;
}

/** What `npm run services` runs. `key` is what its callers have to say. */
export async function startServices(key: string): Promise<ServicesProcess> {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-services-"));
  const output: string[] = [];
  const child = spawn(join(root, "node_modules/.bin/node"), ["tools/services.ts"], {
    cwd: root,
    env: { ...processEnv(), DATA_DIR: folder, SERVICES_PORT: "0", SERVICES_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
  }
  const log = (): string => output.join("");
  const port = (): string | undefined => /Services at http:\/\/127\.0\.0\.1:(\d+)/.exec(log())?.[1];
  const ready = (): boolean => {
    if (child.exitCode !== null) throw new Error(`the services ended at their start:\n${log()}`);
    return port() !== undefined;
  };
  try {
    await until(ready, () => `no services:\n${log()}`, startLimit);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    base: `http://127.0.0.1:${port()}/`,
    dataDir: join(folder, "services"),
    log,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = (await ended) as [number | null];
      rmSync(folder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`the services ended with ${code}:\n${log()}`);
    },
  };
}
