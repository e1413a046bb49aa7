/** A PostgreSQL that this machine has, with its own programs: those from npm come without `pg_dump`. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { onTestFinished } from "vitest";
import { until } from "./until.ts";

const debianFolder = "/usr/lib/postgresql";
const needed = ["initdb", "postgres", "pg_dump", "pg_restore"];

function programs(): string | undefined {
  if (!existsSync(debianFolder)) return undefined;
  return readdirSync(debianFolder)
    .map((version) => join(debianFolder, version, "bin"))
    .find((bin) => needed.every((name) => existsSync(join(bin, name))));
}

/** Who runs it: PostgreSQL refuses to run as root. */
function runner(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const [uid, gid] = ["-u", "-g"].map((word) =>
      Number(execFileSync("id", [word, "postgres"], { stdio: "pipe" })),
    );
    return { uid: uid!, gid: gid! };
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Starts one with these empty databases, by address; undefined where this machine has none. It ends with the test. */
export async function installedPostgres(names: string[]): Promise<string[] | undefined> {
  const bin = programs();
  const as = runner();
  if (bin === undefined || as === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "vitrina-installed-"));
  chmodSync(folder, 0o755);
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid!);
  const data = join(folder, "data");
  const flags = ["--no-sync", "--auth=trust", "--username=vitrina", "--encoding=UTF8", "--locale=C"];
  await promisify(execFile)(join(bin, "initdb"), [...flags, `--pgdata=${data}`], { ...as, cwd: folder });
  const port = await freePort();
  const options = [
    "-c",
    "fsync=off",
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    `unix_socket_directories=${folder}`,
  ];
  const child = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...options], {
    ...as,
    cwd: folder,
    stdio: "ignore",
  });
  onTestFinished(async () => {
    child.kill("SIGQUIT");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const url = (name: string): string => `postgres://vitrina@127.0.0.1:${port}/${name}`;
  const asked = async (text: string): Promise<boolean> => {
    const client = new pg.Client(url("postgres"));
    try {
      await client.connect();
      await client.query(text);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
  await until(
    () => asked("select 1"),
    () => "PostgreSQL does not answer",
  );
  for (const name of names) await asked(`create database ${name}`);
  return names.map(url);
}
