/** Finds a Chromium for the browser tests, or gets one. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright";

const MINUTE = 60_000;
const root = join(import.meta.dirname, "../..");
/** How a browser is called on a system, and what it says when it is asked for its version. */
export interface Named {
  names: string[];
  version: RegExp;
  /** Debian's package. */
  debian: string;
}
/** Chromium without its window and what belongs to it: the same pages for half of the work. */
const shell: Named = {
  names: ["chromium-headless-shell", "chrome-headless-shell"],
  version: /chrom/i,
  debian: "chromium-headless-shell",
};
const wanted: Named = {
  names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  version: /chrom/i,
  debian: "chromium",
};
/** Of Debian: a letter as wide as Arial. Without one that pages know, what they say moves when their own comes. */
const letters = "fonts-liberation";
const execute = promisify(execFile);

/**
 * Path of a Chromium that runs: VITRINA_CHROMIUM, the system's, Playwright's, else one that is installed now
 * (Playwright's, or Debian's package when root). One that has no window at all is preferred. Throws with what to install
 * when all of that fails.
 */
export async function findChromium(): Promise<string> {
  const given = process.env["VITRINA_CHROMIUM"];
  if (given) {
    if (await runs(given, wanted)) return given;
    throw new Error(
      `VITRINA_CHROMIUM (${given}) no se puede ejecutar.\nVITRINA_CHROMIUM (${given}) does not run.`,
    );
  }
  await installLetters();
  return (
    (await onPath(shell)) ??
    (await installShell()) ??
    (await onPath(wanted)) ??
    (await playwrights()) ??
    (await installPlaywrights()) ??
    (await installDebians(shell)) ??
    (await installDebians(wanted)) ??
    giveUp()
  );
}

/** One with all that belongs to a window, where there is one: what has none keeps no pages that are gone back to. */
export const findWholeChromium = async (): Promise<string | undefined> =>
  (await onPath(wanted)) ?? (await playwrights());

/** The one that the system has, if it runs. */
export async function onPath(browser: Named): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of browser.names) {
      const path = join(folder, name);
      if (folder !== "" && existsSync(path) && (await runs(path, browser))) return path;
    }
  }
  return undefined;
}

async function playwrights(): Promise<string | undefined> {
  const path = chromium.executablePath();
  return path !== "" && existsSync(path) && (await runs(path, wanted)) ? path : undefined;
}

async function installPlaywrights(): Promise<string | undefined> {
  say("Descargando Chromium con Playwright… / Downloading Chromium with Playwright…");
  const playwright = join(root, "node_modules/.bin/playwright");
  await tried(playwright, ["install", "chromium"], 4 * MINUTE);
  return playwrights();
}

/** Only what can be had at once: any Chromium will do. */
async function installShell(): Promise<string | undefined> {
  if (!mayInstall() || !(await onPath(wanted))) return undefined;
  say(`Instalando el paquete ${shell.debian} de Debian… / Installing Debian's package ${shell.debian}…`);
  await tried("apt-get", ["install", "-y", "--no-install-recommends", shell.debian], 1.5 * MINUTE);
  return onPath(shell);
}

async function installLetters(): Promise<void> {
  if (mayInstall() && !existsSync(`/usr/share/doc/${letters}`)) await installPackage(letters);
}

async function installPackage(name: string): Promise<void> {
  say(`Instalando el paquete ${name} de Debian… / Installing Debian's package ${name}…`);
  await tried("apt-get", ["update"], 2 * MINUTE);
  await tried("apt-get", ["install", "-y", "--no-install-recommends", name], 5 * MINUTE);
}

const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync("/etc/debian_version");

/** Debian's package, where there is leave to install it. */
export async function installDebians(browser: Named): Promise<string | undefined> {
  if (!mayInstall()) return undefined;
  await installPackage(browser.debian);
  return onPath(browser);
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
async function runs(path: string, { version }: Named): Promise<boolean> {
  try {
    const { stdout } = await execute(path, ["--version"], { timeout: 20_000 });
    return version.test(stdout);
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
