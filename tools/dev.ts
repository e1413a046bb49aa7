/**
 * `npm run dev`: the server with Vite inside it, so that changes of the renderer show at once. A change of the
 * server's or the engine's code starts the server anew; definitions are reloaded by the server itself.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runServer } from "./run-server.ts";

const root = join(import.meta.dirname, "..");
const watched = ["server", "schemas/engine"];
/** An editor saves in several writes, and a checkout changes many files: wait until it is quiet. */
const QUIET = 120;
const STOP_TIMEOUT_MS = 5_000;

if (process.argv.includes("--serve")) {
  await runServer({ dev: true });
} else {
  superviseServer();
  await offerToEditors();
}

function superviseServer(): void {
  let server = startServer();
  let restarting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;

  const restart = async () => {
    console.log("Reiniciando el servidor… / Restarting the server…");
    await stopServer(server);
    if (!isEnding) server = startServer();
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Changes while it restarts ask for one more restart, after this one.
      restarting = (restarting ?? Promise.resolve()).then(restart);
    }, QUIET);
  };
  for (const folder of watched) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || /\.(ts|js|mjs)$/.test(file)) changed();
    });
  }

  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    clearTimeout(timer);
    await restarting;
    await stopServer(server);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end());
}

/** Keeps what editors offer as the definitions are. */
async function offerToEditors(): Promise<void> {
  const [{ writeOffers }, { definitionsFolder, sourcesOf }, { watchDefinitions }] = await Promise.all([
    import("./authors/offers.ts"),
    import("./authors/project.ts"),
    import("../server/definitions/watch.ts"),
  ]);
  const folder = definitionsFolder(undefined);
  const write = async (): Promise<void> => writeOffers(folder, await sourcesOf(folder));
  await write();
  // What the watch misses comes with the next change: nothing hangs on it.
  watchDefinitions(folder, { changed: () => void write(), isNew: async () => false });
}

function startServer(): ChildProcess {
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url), "--serve"], {
    cwd: root,
    stdio: "inherit",
  });
  server.on("exit", (code) => {
    if (code !== null && code !== 0) {
      console.log(
        "El servidor terminó con un error; espera tu próximo cambio. / Waiting for your next change.",
      );
    }
  });
  return server;
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  const killer = setTimeout(() => server.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(killer);
}
