/**
 * `npm run build`: the browser's files into dist/client, the server's renderer into dist/server, the module for pages of
 * others into dist/embed, the definitions as they are compiled into dist/definitions.json.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { isBuildCached, cacheBuild } from "../server/definitions/build-cache.ts";
import { pageEntry, startEntry } from "../server/pages/manifest.ts";
import { compressFolder } from "./build-compressed.ts";
import { describeEmbed, embedConfig, embedSize } from "./build-embed.ts";
import { checkSizes } from "./build-sizes.ts";
import { withLock } from "./lock.mjs";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
/** Written last, so that a build that was interrupted is not taken for a whole one. */
const record = join(dist, "built-from");
/** What the build reads, beside the definitions. */
export const inputs = [
  "renderer",
  "schemas/engine",
  "docs/embedding.html",
  "tools/build-compressed.ts",
  "tools/build-embed.ts",
  "tools/illustration-sheet.ts",
  "server/pages/manifest.ts",
  "vite.config.ts",
  "tsconfig.json",
  "package-lock.json",
];

/** Builds if dist/ is missing or older than its inputs. Throws if the build fails. */
export async function buildIfNeeded(): Promise<void> {
  if (isBuilt() && (await isBuildCached())) return;
  console.log("Preparando las páginas… / Building the pages…");
  // In a process of its own: Vite sets NODE_ENV, which the server must not inherit, and takes memory.
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "--if-needed"], {
    cwd: root,
    stdio: "inherit",
  });
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error("La construcción falló; lee lo de arriba. / The build failed; see above.");
}

/** Builds all parts. Two builds at the same time wait for each other. */
export async function build({ ifNeeded = false } = {}): Promise<void> {
  const waiting = () =>
    console.log("Esperando otra construcción en curso… / Waiting for another build under way…");
  await withLock(join(root, "node_modules", ".vitrina-build.lock"), waiting, async () => {
    mkdirSync(dist, { recursive: true });
    await Promise.all([
      !ifNeeded || !isBuilt() ? buildAll() : undefined,
      !ifNeeded || !(await isBuildCached()) ? cacheBuild() : undefined,
    ]);
  });
}

async function buildAll(): Promise<void> {
  const started = performance.now();
  const from = hashOfInputs();
  rmSync(record, { force: true });
  const vite = await import("vite");
  const common = {
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    mode: "production",
  } as const;
  // Side by side: much of each is work in other threads.
  await Promise.all([
    vite.build({
      ...common,
      build: {
        outDir: "dist/client",
        emptyOutDir: true,
        rolldownOptions: { input: [pageEntry, startEntry] },
      },
    }),
    vite.build({
      ...common,
      build: { outDir: "dist/server", emptyOutDir: true, ssr: "renderer/entry-server.tsx" },
    }),
    vite.build(vite.mergeConfig(common, embedConfig(join(dist, "embed")))),
  ]);
  await compressFolder(join(dist, "client/assets"));
  describeEmbed(join(dist, "embed"));
  for (const folder of ["client", "embed"]) printSizes(join(dist, folder));
  checkSizes(join(dist, "client"));
  const embedded = embedSize(join(dist, "embed")).toFixed(1);
  console.log(`  formulario en otra página / form on a page of others: ${embedded} KB gzip`);
  console.log(`dist/ en / in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  writeFileSync(record, `${from}\n`);
}

function isBuilt(): boolean {
  return existsSync(record) && readFileSync(record, "utf8").trim() === hashOfInputs();
}

/** A hash over paths and contents of everything that the build reads. */
function hashOfInputs(): string {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => filesOf(join(root, input))).toSorted()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}

function printSizes(folder: string): void {
  for (const file of filesOf(folder).filter((path) => /\.(js|css)$/.test(path))) {
    const content = readFileSync(file);
    const [whole, packed] = [content.length, gzipSync(content).length].map((bytes) =>
      (bytes / 1024).toFixed(1),
    );
    console.log(
      `  ${relative(dist, file).padEnd(48)} ${whole!.padStart(7)} KB, gzip ${packed!.padStart(6)} KB`,
    );
  }
}

if (import.meta.main) {
  process.env.NODE_ENV = "production";
  await build({ ifNeeded: process.argv.includes("--if-needed") });
}
