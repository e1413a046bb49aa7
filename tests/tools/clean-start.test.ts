/** `npm start` as somebody meets it who has just got the project: nothing installed, nothing built. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { root } from "../support/definitions.ts";
import { until } from "../support/until.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vitrina-clean-"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  for (const file of files.toString().split("\n")) {
    const from = join(root, file);
    if (file !== "" && existsSync(from)) cpSync(from, join(folder, file), { recursive: true });
  }
});
// All packages, on a machine that has other work too.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

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

async function start(): Promise<Started> {
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

test(
  "installs what it needs, builds and serves with one command; the second start takes seconds; tests add the rest",
  { timeout: 1_800_000 },
  async () => {
    const first = await start();
    const page = await fetch(`http://127.0.0.1:${first.port}/`);
    expect(await page.text()).toContain("Salazar Israel");
    await first.stop();
    const installed = (name: string): boolean => existsSync(join(folder, "node_modules", name));
    expect(["vite", "vitest", "typescript", "playwright"].filter(installed)).toEqual(["vite"]);
    // What the next start need not compile.
    expect(installed(".cache/compiled")).toBe(true);
    const second = await start();
    onTestFinished(() => second.stop());
    expect(second.took).toBeLessThan(first.took);
    // What is missing is added while the server goes on with what it has.
    const { ino } = statSync(join(folder, "node_modules/fastify/package.json"));
    const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
    execFileSync("node", ["tools/setup.mjs"], { cwd: folder, env: { ...process.env, PATH: outerPath } });
    expect(["vitest", "typescript", "playwright"].filter(installed)).toHaveLength(3);
    expect(statSync(join(folder, "node_modules/fastify/package.json")).ino).toBe(ino);
    expect(readFileSync(join(folder, "package-lock.json"), "utf8")).toBe(lock);
    const later = await fetch(`http://127.0.0.1:${second.port}/_desarrollo`);
    expect(later.status).toBe(200);
    console.log(
      `first start ${(first.took / 1000).toFixed(1)} s, second ${(second.took / 1000).toFixed(1)} s`,
    );
  },
);
