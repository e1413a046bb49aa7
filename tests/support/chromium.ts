/** Finds a Chromium for the browser tests, or gets one. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright";

const MINUTE = 60_000;
const root = join(import.meta.dirname, "../..");
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const execute = promisify(execFile);

/**
 * Path of a Chromium that runs: VITRINA_CHROMIUM, the system's, Playwright's, else one that is installed now
 * (Playwright's, or Debian's package when root). Throws with what to install when all of that fails.
 */
export async function findChromium(): Promise<string> {
  const given = process.env["VITRINA_CHROMIUM"];
  if (given) {
    if (await runs(given)) return given;
    throw new Error(
      `VITRINA_CHROMIUM (${given}) no se puede ejecutar.\nVITRINA_CHROMIUM (${given}) does not run.`,
    );
  }
  return (
    (await onPath()) ??
    (await playwrights()) ??
    (await installPlaywrights()) ??
    (await installDebians()) ??
    giveUp()
  );
}

async function onPath(): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder !== "" && existsSync(path) && (await runs(path))) return path;
    }
  }
  return undefined;
}

async function playwrights(): Promise<string | undefined> {
  const path = chromium.executablePath();
  return path !== "" && existsSync(path) && (await runs(path)) ? path : undefined;
}

async function installPlaywrights(): Promise<string | undefined> {
  say("Descargando Chromium con Playwright… / Downloading Chromium with Playwright…");
  const playwright = join(root, "node_modules/.bin/playwright");
  await tried(playwright, ["install", "chromium"], 4 * MINUTE);
  return playwrights();
}

async function installDebians(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return undefined;
  say("Instalando el paquete chromium de Debian… / Installing Debian's package chromium…");
  await tried("apt-get", ["update"], 2 * MINUTE);
  await tried("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], 5 * MINUTE);
  return onPath();
}

function giveUp(): never {
  throw new Error(
    "No hay un Chromium para las pruebas en navegador. Instala uno (por ejemplo: apt install chromium, o " +
      "npx playwright install --with-deps chromium) o indica su ruta en VITRINA_CHROMIUM.\n" +
      "There is no Chromium for the browser tests. Install one (for example: apt install chromium, or " +
      "npx playwright install --with-deps chromium) or give its path in VITRINA_CHROMIUM.",
  );
}

/** Some systems have a `chromium` that only says how to install one: so it is asked for its version. */
async function runs(path: string): Promise<boolean> {
  try {
    const { stdout } = await execute(path, ["--version"], { timeout: 20_000 });
    return /chrom/i.test(stdout);
  } catch {
    return false;
  }
}

async function tried(command: string, words: string[], timeout: number): Promise<void> {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await execute(command, words, { timeout, env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    say(`${command} ${words.join(" ")}: ${stderr?.trim().split("\n").at(-1) ?? String(error)}`);
  }
}

function say(line: string): void {
  console.log(line);
}
