/** The processes that the server is measured beside, each on its own core where `taskset` is. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const cores = { server: "0", load: "1" };
const hasTaskset = spawnSync("taskset", ["-c", "0,1", "true"]).status === 0;

/** Words before a server that keep it on its core; none where that cannot be said. */
export const pinned = (): string[] => (hasTaskset ? ["taskset", "-c", cores.server] : []);

/** Keeps this process, which is the load, off the servers' core. */
export function keepOff(): void {
  if (hasTaskset) spawnSync("taskset", ["-a", "-c", "-p", cores.load, String(process.pid)]);
}

export interface Bare {
  origin: string;
  stop(): Promise<void>;
}

/** The bare server: `/buffer` gives these bytes with these headers, `/insert` stores `size` bytes. */
export async function startBare(
  buffer: Buffer,
  headers: Record<string, string>,
  size: number,
): Promise<Bare> {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-bare-"));
  writeFileSync(join(folder, "buffer"), buffer);
  const program = join(import.meta.dirname, "bare.ts");
  const words = [...pinned(), process.execPath, program, folder, String(size), JSON.stringify(headers)];
  const child = spawn(words[0]!, words.slice(1), { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return {
    origin: `http://127.0.0.1:${Number(port)}`,
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An SMTP server that never greets: mails wait there while something else is measured. */
export async function startSilence(): Promise<{ url: string; stop(): void }> {
  const server = createServer((socket) => void socket.on("error", () => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close().unref(),
  };
}
