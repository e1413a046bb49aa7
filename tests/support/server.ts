/** Starts the real server on random ports, with a store of its own: in a process of its own, or in one that others share. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Agent, fetch, type RequestInit, type Response } from "undici";
import { copyDefinitions, hostsOf } from "./definition-files.ts";
import { startHosted } from "./hosted-server.ts";
import { startProcess, type StartedProgram } from "./server-process.ts";
import { processEnv } from "./process-env.ts";
import { until } from "./until.ts";

const root = join(import.meta.dirname, "../..");
/** Milliseconds: one that compiles definitions of its own takes long on a busy machine. */
const START_LIMIT = 120_000;
/** What a server says at its start of definitions that it cannot publish, all of them or a part. */
const unpublished = /Las definiciones tienen errores|no se puede publicar/;
const STOP_LIMIT = 60_000;

export interface ServerOptions {
  /** Settings beside the test's own; `undefined` takes one away. */
  env?: Record<string, string | undefined>;
  /**
   * A copy of the definition files for tests that change them: `true`, or files to write over the copy, by
   * path from the project's root, e.g. `schemas/flows/contact/flow.json`. `null` leaves a file out.
   */
  files?: true | Record<string, string | Uint8Array | null>;
  /** Words before the program, e.g. `taskset -c 0`; what they name must become the program itself. */
  before?: string[];
  /** Words for Node, e.g. `--cpu-prof`. */
  flags?: string[];
  /** The program and its words; left out, the server as it is run in production. */
  program?: string[];
  /** In the process that runs servers for other tests too, which has loaded them: it cannot be killed. */
  hosted?: boolean;
  /** Where it stores: a folder that stays when the server is closed. Left out, one that goes with it. */
  dataDir?: string;
}

/**
 * For a server whose files a test writes. No other one looks for changes, which costs it more than its pages do, nor makes
 * ready what would publish them.
 */
export const watched = { DEFINITIONS_WATCH: "on" };

export interface TestServer {
  port: number;
  /** Of the process that runs, or ran last. */
  pid: number;
  /** Port of the services' own listener; null when it is off. */
  servicesPort: number | null;
  dataDir: string;
  /** Address of a page of a brand, by the brand's code. */
  url(brand: string, path?: string): string;
  /** As `fetch`, for a brand's host, which need not be known to the system's resolver. */
  fetch(brand: string, path: string, init?: RequestInit): Promise<Response>;
  /** Everything the server has printed, restarts included. */
  log(): string;
  /** Text of a definition file in the copy. */
  read(file: string): string;
  /** Writes a definition file of the copy, with its folder where there is none. */
  write(file: string, text: string): void;
  /** Ends it with SIGTERM. Fails if it does not end well within 10 s. What it stored stays. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and store; ends it first if it runs. */
  restart(): Promise<void>;
  /** Ends it and removes what it stored. For `afterAll`. */
  close(): Promise<void>;
}

/** What the server writes to `<DATA_DIR>/server.json` when it listens. */
interface Listening {
  port: number;
  servicesPort: number | null;
  pid: number;
}

/** Starts one and waits until it answers `/api/health`. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { env = {}, files, hosted = false } = options;
  const folder = mkdtempSync(join(tmpdir(), "vitrina-server-"));
  const dataDir = options.dataDir ?? join(folder, "data");
  const definitions = files === undefined ? (env["DEFINITIONS_DIR"] ?? root) : join(folder, "definitions");
  if (files !== undefined) copyDefinitions(definitions, files === true ? {} : files);
  mkdirSync(dataDir, { recursive: true });

  const output: string[] = [];
  const dispatcher = loopback();
  let running: StartedProgram | undefined;
  let hasStarted = false;
  let listening: Listening = { port: 0, servicesPort: null, pid: 0 };
  const endAtExit = (): void => {
    if (!hosted) running?.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", endAtExit);

  async function start(): Promise<void> {
    const file = join(dataDir, "server.json");
    rmSync(file, { force: true });
    const given = settings({
      dataDir,
      definitions: files === undefined ? undefined : definitions,
      listening,
      env,
    });
    const print = (text: string): void => void output.push(text);
    const started = hosted ? startHosted(given, print) : startProcess(options, given, print);
    running = started;
    const isReady = async () => {
      if (started.how() !== null) throw new Error(`the server ended at its start:\n${output.join("")}`);
      // Where nothing else is live it would never be healthy, and where something is, it would not be what was given.
      if (!hasStarted && unpublished.test(output.join("")))
        throw new Error(`the definitions do not publish:\n${output.join("")}`);
      if (!existsSync(file)) return false;
      listening = JSON.parse(readFileSync(file, "utf8")) as Listening;
      return isHealthy(listening.port);
    };
    await until(isReady, () => `no answer of /api/health:\n${output.join("")}`, START_LIMIT);
  }

  async function end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const ending = running;
    running = undefined;
    if (ending === undefined || ending.how() !== null) return;
    if (signal === "SIGKILL") ending.kill();
    else ending.end();
    try {
      await until(
        () => ending.how() !== null,
        () => `still there after ${signal}:\n${output.join("")}`,
        STOP_LIMIT,
      );
    } catch (error) {
      if (!hosted) ending.kill();
      throw error;
    }
    if (signal === "SIGTERM" && ending.how() !== 0) {
      throw new Error(`after SIGTERM the server ended with ${ending.how()}, not with 0:\n${output.join("")}`);
    }
  }

  function pathOf(file: string): string {
    if (files === undefined) throw new Error("start the server with `files` to change definition files");
    return join(definitions, file);
  }

  const hosts = hostsOf(definitions);
  function url(brand: string, path = "/"): string {
    const host = hosts.get(brand);
    if (host === undefined) throw new Error(`no brand ${brand}; there are ${[...hosts.keys()].join(", ")}`);
    return `http://${host}:${listening.port}${path}`;
  }

  async function close(): Promise<void> {
    process.off("exit", endAtExit);
    try {
      await end("SIGTERM");
    } finally {
      await dispatcher.destroy();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  try {
    await start();
    hasStarted = true;
  } catch (error) {
    await end(hosted ? "SIGTERM" : "SIGKILL");
    await close();
    throw error;
  }
  return {
    get port() {
      return listening.port;
    },
    get pid() {
      return listening.pid;
    },
    get servicesPort() {
      return listening.servicesPort;
    },
    dataDir,
    url,
    fetch: (brand, path, init) => fetch(url(brand, path), { redirect: "manual", ...init, dispatcher }),
    log: () => output.join(""),
    read: (file) => readFileSync(pathOf(file), "utf8"),
    write: (file, text) => {
      mkdirSync(dirname(pathOf(file)), { recursive: true });
      writeFileSync(pathOf(file), text);
    },
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    restart: async () => {
      await end("SIGTERM");
      await start();
    },
    close,
  };
}

function settings(from: {
  dataDir: string;
  definitions: string | undefined;
  listening: Listening;
  env: Record<string, string | undefined>;
}): NodeJS.ProcessEnv {
  return {
    ...processEnv(),
    DATA_DIR: from.dataDir,
    ...(from.definitions === undefined ? {} : { DEFINITIONS_DIR: from.definitions }),
    SERVICES_PORT: "0",
    DEFINITIONS_WATCH: "off",
    ...from.env,
    // After the first start, the ports that it had; that of the payments' stand-in would be one for all beside a named one.
    PORT: String(from.listening.port),
    ...(from.listening.servicesPort
      ? {
          SERVICES_PORT: String(from.listening.servicesPort),
          PAYMENTS_PORT: from.env["PAYMENTS_PORT"] ?? "0",
        }
      : {}),
  };
}

/** Every host name leads to this machine. */
function loopback(): Agent {
  return new Agent({
    connect: { lookup: (_host, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]) },
  });
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.timeout(2_000),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
