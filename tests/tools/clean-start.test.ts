/**
 * `npm start` as somebody meets it who has just got the project: nothing built, and in the long form nothing installed. In the
 * short one the packages are there, and so are the pages: `npm test` itself begins with installing and building them, the same
 * way. That the clone has all that they are built from is seen by their not being built once more; the definitions are.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { anyOf } from "../support/covering.ts";
import { root } from "../support/definitions.ts";
import { until } from "../support/until.ts";

/** The project's files, as a clone has them, in a folder of their own. */
function cloned(): string {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-clean-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  for (const file of files.toString().split("\n")) {
    const from = join(root, file);
    if (file !== "" && existsSync(from)) cpSync(from, join(folder, file), { recursive: true });
  }
  return folder;
}

/** Gives it this project's packages, as if they had been installed there; what it keeps beside them is its own. */
function givePackages(folder: string): void {
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== ".cache" && !name.startsWith(".vitrina"))
      symlinkSync(join(root, "node_modules", name), join(packages, name));
  }
  const lock = createHash("sha256").update(readFileSync(join(folder, "package-lock.json")));
  writeFileSync(join(packages, ".vitrina-setup"), lock.digest("hex"));
}

const record = "dist/built-from";

/** Gives it this project's pages as they are built, without the definitions. */
function givePages(folder: string): void {
  cpSync(join(root, "dist"), join(folder, "dist"), {
    recursive: true,
    filter: (from) => !/\/definitions\.json[^/]*$/.test(from),
  });
}

/** When something in the folder was written last. */
const written = (folder: string, file: string): number => statSync(join(folder, file)).mtimeMs;

/** The machine's own npm and Node, not those that came with the packages. */
const outerPath = process.env["PATH"]!.split(":")
  .filter((entry) => !entry.includes("node_modules"))
  .join(":");

interface Started {
  port: number;
  /** Milliseconds until it answered. */
  took: number;
  stop(): Promise<void>;
}

async function start(folder: string): Promise<Started> {
  const began = performance.now();
  const note = join(folder, "var/server.json");
  rmSync(note, { force: true });
  // As a newcomer has it: none of what this run of tests has set.
  const { VITEST: _, NODE_ENV: __, NODE_COMPILE_CACHE: ___, ...env } = process.env;
  const child: ChildProcess = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...env, PATH: outerPath, PORT: "0", SERVICES_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  // With all that it has begun, also where a test fails before it stops it.
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // All of it has ended.
    }
  });
  let said = "";
  child.stdout!.on("data", (text) => (said += text));
  child.stderr!.on("data", (text) => (said += text));
  const port = (): number | undefined =>
    existsSync(note) ? (JSON.parse(readFileSync(note, "utf8")) as { port: number }).port : undefined;
  const answers = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${said}`);
    const at = port();
    return (
      at !== undefined &&
      (await fetch(`http://127.0.0.1:${at}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ))
    );
  };
  await until(answers, () => `no answer after npm start:\n${said}`, 600_000);
  const took = performance.now() - began;
  expect(said).toMatch(/Vitrina está lista \/ Vitrina is ready/);
  expect(said).toContain(`http://si.localhost:${port()}/`);
  return {
    port: port()!,
    took,
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await until(
        () =>
          fetch(`http://127.0.0.1:${port()}/api/health`).then(
            () => false,
            () => true,
          ),
        () => "it goes on after npm was ended",
      );
    },
  };
}

type Packages = "installed" | "missing";

test.each(anyOf<Packages>(["installed", "missing"]))(
  "with packages that are %s one command builds and serves, and the second start takes seconds",
  async (packages) => {
    const folder = cloned();
    if (packages === "installed") {
      givePackages(folder);
      givePages(folder);
    }
    const given = packages === "installed" ? written(folder, record) : undefined;
    const first = await start(folder);
    expect(existsSync(join(folder, "dist/definitions.json"))).toBe(true);
    if (given !== undefined) expect(written(folder, record)).toBe(given);
    const page = await fetch(`http://127.0.0.1:${first.port}/`);
    expect(await page.text()).toContain("Salazar Israel");
    await first.stop();
    const installed = (name: string): boolean => existsSync(join(folder, "node_modules", name));
    if (packages === "missing")
      expect(["vite", "vitest", "typescript", "playwright"].filter(installed)).toEqual(["vite"]);
    // What the next start need not compile.
    expect(installed(".cache/compiled")).toBe(true);
    const second = await start(folder);
    onTestFinished(() => second.stop());
    expect(second.took).toBeLessThan(first.took);
    if (packages === "missing") addsTheRest(folder, installed);
    const later = await fetch(`http://127.0.0.1:${second.port}/_desarrollo`);
    expect(later.status).toBe(200);
    console.log(
      `first start ${(first.took / 1000).toFixed(1)} s, second ${(second.took / 1000).toFixed(1)} s`,
    );
  },
);

/** What tests need is added while the server goes on with what it has. */
function addsTheRest(folder: string, installed: (name: string) => boolean): void {
  const { ino } = statSync(join(folder, "node_modules/fastify/package.json"));
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  execFileSync("node", ["tools/setup.mjs"], { cwd: folder, env: { ...process.env, PATH: outerPath } });
  expect(["vitest", "typescript", "playwright"].filter(installed)).toHaveLength(3);
  expect(statSync(join(folder, "node_modules/fastify/package.json")).ino).toBe(ino);
  expect(readFileSync(join(folder, "package-lock.json"), "utf8")).toBe(lock);
}
