// Makes node_modules right before anything else runs: the packages of package-lock.json, and Node 24 from the
// npm package `node`. With `--omit=dev`, only those that building and serving need: tests and benches install the rest.
// Plain JavaScript without dependencies, because it runs under whatever Node is outside.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";

const OLDEST_OUTSIDE = 20;
const INSIDE = "v24.";
/** What the record says besides, where development packages were left out. */
const WITHOUT_DEV = "omit=dev";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const record = join(root, "node_modules", ".vitrina-setup");
const node = join(root, "node_modules", ".bin", "node");

/** Who has the packages of tests keeps them, whatever is asked for next. */
const hadDev = existsSync(record) && !readFileSync(record, "utf8").includes(WITHOUT_DEV);
const withDev = hadDev || !process.argv.includes("--omit=dev");

/** What node_modules must have been made from: a hash of the lock file. */
function wanted() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/** Whether what is installed is that of the lock file; `whole` when nothing was left out of it. */
function installed() {
  const [hash, omitted] = existsSync(record) ? readFileSync(record, "utf8").trim().split(" ") : [];
  const current = hash === wanted() && nodeRuns();
  return { current, whole: current && omitted === undefined };
}

function isRight() {
  const { current, whole } = installed();
  return withDev ? whole : current;
}

function nodeRuns() {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return status === 0 && stdout.startsWith(INSIDE);
}

/** Runs npm in the project, quietly; what it printed comes with the result. */
function npm(...words) {
  return new Promise((resolve) => {
    // `npm start` says where its own npm is, which need not be the one on the path.
    const cli = process.env.npm_execpath;
    const own = cli !== undefined && /npm-cli\.c?js$/.test(cli);
    const [command, first] = own ? [process.execPath, [cli]] : ["npm", []];
    const child = spawn(command, [...first, ...words], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => resolve({ ok: false, output: String(error) }));
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString() }));
  });
}

async function install() {
  console.log("Instalando dependencias (una sola vez)… / Installing dependencies (only once)…");
  // `npm ci` begins by taking everything away, which may be in use: what is missing of it is added to it.
  const command = installed().current ? ["install", "--no-save"] : ["ci"];
  // Said each way, because NODE_ENV says it too.
  const made = await npm(...command, withDev ? "--include=dev" : "--omit=dev", "--no-fund", "--no-audit");
  if (!made.ok) {
    fail(
      made.output,
      "npm ci no terminó bien: lee lo de arriba; suele faltar conexión a internet o espacio en disco.",
      "npm ci failed: see above; often the network or the disk is the reason.",
    );
  }
  if (!nodeRuns()) {
    // With install scripts switched off, the package `node` comes without its binary.
    const rebuilt = await npm("rebuild", "node", "--ignore-scripts=false", "--foreground-scripts");
    if (!nodeRuns()) {
      fail(
        rebuilt.output,
        `node_modules/.bin/node no funciona como Node ${INSIDE}x. Permite sus scripts de instalación ` +
          "(npm config delete ignore-scripts) y ejecuta: npm ci",
        `node_modules/.bin/node does not run as Node ${INSIDE}x. Allow its install scripts ` +
          "(npm config delete ignore-scripts) and run: npm ci",
      );
    }
  }
  writeFileSync(record, `${[wanted(), ...(withDev ? [] : [WITHOUT_DEV])].join(" ")}\n`);
}

function fail(output, spanish, english) {
  if (output) console.error(output.trimEnd());
  console.error(`\n${spanish}\n${english}`);
  process.exit(1);
}

async function setup() {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_OUTSIDE) {
    fail(
      "",
      `Se necesita Node ${OLDEST_OUTSIDE} o posterior; este es ${process.version}. Instálalo desde https://nodejs.org`,
      `Node ${OLDEST_OUTSIDE} or newer is needed; this is ${process.version}. Get it from https://nodejs.org`,
    );
  }
  if (isRight()) return;
  const waiting = () =>
    console.log("Esperando otra instalación en curso… / Waiting for another installation under way…");
  await withLock(join(root, ".vitrina-setup.lock"), waiting, async () => {
    if (!isRight()) await install();
  });
}

setup().catch((error) => fail("", String(error), "setup failed"));
