/**
 * `npm test`: every check of the project, without stopping at the first that fails. Ends with one line
 * `N passed, N failed`; each gate (format, lint and types, build) counts as one test. Before it, what took how long, which
 * `var/test-times.json` keeps.
 * `npm test -- engine browser` runs only the parts that are named.
 */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "../tests/support/chromium.ts";
import { findFirefox } from "../tests/support/firefox.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { buildIfNeeded } from "./build.ts";
import { binary, root, run, type Say } from "./test/run.ts";
import { onBothStores } from "./test/on-both-stores.ts";
import { keepTimes, timeLines, type FileTime, type PartTime } from "./test/times.ts";
import { runVitest, type Counts } from "./test/vitest.ts";

const MINUTE = 60_000;
// Tests start some hundred processes of the same code: it is compiled once.
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/compiled");
// What checks types is written in Go, and ends before a collection of its garbage has paid for itself.
process.env["GOGC"] ??= "off";
const temporary = process.env["TMPDIR"] ?? folderInMemory();
if (temporary !== undefined) process.env["TMPDIR"] = temporary;
/** Suites whose tests keep nothing that another one's could meet: they share what they have imported. They wait for nothing. */
const pure = ["engine", "renderer", "boundaries"];
/** Those with stores, sockets and processes of their own, which each test closes: they share what they have imported. */
const shared = ["server", "tools"];
/** Those that measure the process that they run in, or put something in the place of its modules. */
const apart = ["faults"];
const gates: Record<string, (say?: Say) => Promise<boolean>> = {
  format: () => run([binary("oxfmt"), "--check", "."], 2 * MINUTE),
  // What lints by types has made them all: two programs would check them twice.
  "lint-and-types": lintAndTypes,
  build: (say) =>
    run([process.execPath, "tools/build.ts", "--if-needed"], 5 * MINUTE, say === undefined ? {} : { say }),
};
const parts = [...Object.keys(gates), ...pure, ...shared, ...apart, "postgres", "browser"];

/**
 * The rules that need types come from a binary for each platform, which may be missing. It checks each file by the
 * configuration that is nearest to it: the engine's without what only browsers have.
 */
async function lintAndTypes(): Promise<boolean> {
  const words = [binary("oxlint"), "--deny-warnings"];
  if (await run([binary("tsgolint"), "--help"], MINUTE, { quiet: true })) {
    return run([...words, "--type-aware", "--type-check"], 3 * MINUTE);
  }
  console.log(
    "Falta tsgolint en esta plataforma: se revisa sin las reglas que necesitan tipos.\n" +
      "tsgolint is missing on this platform: linting without the rules that need types.",
  );
  const results = [await run(words, 3 * MINUTE)];
  for (const project of [".", "schemas/engine"])
    results.push(await run([binary("tsc"), "--noEmit", "-p", project], 3 * MINUTE));
  return results.every(Boolean);
}

let built: Promise<void> | undefined;
const buildOnce = (): Promise<void> => (built ??= buildIfNeeded());

async function gate(check: (say?: Say) => Promise<boolean>, say?: Say): Promise<Counts> {
  const isRight = await check(say);
  return { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, skipped: 0 };
}

interface Browsers {
  chromium: string;
  /** Undefined where there is none and none can be had. */
  firefox: string | undefined;
}

/** Where they have to be installed first, that goes on while other parts run. */
async function findBrowsers(): Promise<Browsers> {
  const chromium = await findChromium();
  return { chromium, firefox: await findFirefox() };
}

async function browser({ chromium, firefox }: Browsers): Promise<Result> {
  console.log(`Chromium: ${chromium}`);
  await buildOnce();
  return runVitest(["browser"], {
    limit: 45 * MINUTE,
    env: { VITRINA_CHROMIUM: chromium, VITRINA_FIREFOX: firefox ?? "" },
    words: ["--no-isolate", ...waiting],
  });
}

/**
 * A folder for what tests write and throw away a moment later, which is most of what they write: in memory nobody waits for
 * a disk. Undefined where there is no room to spare.
 */
function folderInMemory(): string | undefined {
  const memory = "/dev/shm";
  const enough = 4 * 1024 ** 3;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < enough) return undefined;
    const folder = mkdtempSync(join(memory, "vitrina-test-"));
    // As the usual one: a database server runs as somebody else.
    chmodSync(folder, 0o1777);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return undefined;
  }
}

/** For tests that wait for servers, mails and timers a part of their time: two of them leave two processors idle. */
const waiting = ["--maxWorkers=3"];
/** V8's optimizing compiler takes about a tenth of the processor time of tests that do most things a few times only. */
const withoutOptimizer = ["--execArgv=--no-turbofan"];

/**
 * All but the browser's, with one PostgreSQL for all that ask for a database. Those that need processes of their own wait for
 * a part of their time: while the first ones do, the others go on beside them. The pure ones, which never wait, come last:
 * till the end there is work for all processors.
 */
async function runSuites(asked: (name: string) => boolean): Promise<Outcome[]> {
  const alone = pure.filter(asked);
  const folders = apart.filter(asked);
  const sharing = shared.filter(asked);
  const few = ["--maxWorkers=2"];
  const together = ["--no-isolate", ...withoutOptimizer];
  const runPure = (say?: Say): Promise<Result> =>
    runVitest(alone, { limit: 15 * MINUTE, words: [...together, ...few], ...(say ? { say } : {}) });
  const onlyPure = async (): Promise<Outcome[]> =>
    alone.length > 0 ? [await runPart(alone.join(" "), runPure)] : [];
  if (folders.length + sharing.length === 0 && !asked("postgres")) return onlyPure();
  const cluster = await startPostgres().catch((error: unknown) => console.error(error));
  if (!cluster) {
    const failed: Outcome = { part: "postgres", seconds: 0, files: [], passed: 0, failed: 1, skipped: 0 };
    return [failed, ...(await onlyPure())];
  }
  const env = { VITRINA_TEST_POSTGRES: cluster.url };
  // What a test would otherwise run against is an older build, or none.
  const ready = buildOnce();
  const tests = (suites: string[], words: string[], more: Record<string, string> = {}) => {
    return async (say?: Say): Promise<Result> => {
      await ready;
      const given = { limit: 30 * MINUTE, env: { ...env, ...more }, words };
      return runVitest(suites, { ...given, ...(say ? { say } : {}) });
    };
  };
  const onPostgres = { VITRINA_TEST_STORE: "postgres" };
  const first: Outcome[] = [];
  const beside: Outcome[] = [];
  const others = async (): Promise<void> => {
    if (folders.length > 0)
      beside.push(await runBeside(folders.join(" "), tests(folders, [...few, ...withoutOptimizer])));
    if (asked("postgres"))
      beside.push(await runBeside("postgres", tests(onBothStores, [...few, ...together], onPostgres)));
    if (alone.length > 0) beside.push(await runBeside(alone.join(" "), runPure));
  };
  try {
    const going = others();
    if (sharing.length > 0)
      first.push(await runPart(sharing.join(" "), tests(sharing, [...waiting, ...together])));
    await going;
  } finally {
    await cluster.stop();
  }
  return [...first, ...beside];
}

type Result = Counts & { files?: FileTime[] };
type Outcome = Counts & PartTime;

/** Runs one part, prints its result and time, and turns whatever it throws into one failure. */
async function runPart(name: string, work: (say?: Say) => Promise<Result>, say?: Say): Promise<Outcome> {
  const tell: Say = say ?? ((text) => void process.stdout.write(text));
  tell(`\n── ${name} ${"─".repeat(Math.max(0, 76 - name.length))}\n`);
  const started = performance.now();
  const counts = await work(say).catch((error: unknown): Result => {
    tell(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0, failures: [`✗ ${name}: ${String(error)}`] };
  });
  const seconds = (performance.now() - started) / 1000;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  tell(
    `${counts.failed > 0 ? "✗" : "✓"} ${name}: ${counts.passed} ok, ${counts.failed} failed${skipped}, ${seconds.toFixed(1)} s\n`,
  );
  return { files: [], ...counts, part: name, seconds };
}

/** One that runs while others do: what it says is printed when it has ended, all of it at once. */
async function runBeside(name: string, work: (say?: Say) => Promise<Result>): Promise<Outcome> {
  const said: string[] = [];
  const outcome = await runPart(name, work, (text) => void said.push(text));
  process.stdout.write(said.join(""));
  return outcome;
}

async function main(asked: string[]): Promise<void> {
  const unknown = asked.filter((name) => !parts.includes(name));
  if (unknown.length > 0) {
    console.error(`No hay parte / no part: ${unknown.join(", ")}. Partes / parts: ${parts.join(", ")}`);
    process.exit(2);
  }
  const chosen = (name: string) => asked.length === 0 || asked.includes(name);
  const browsers = chosen("browser") ? findBrowsers() : undefined;
  // Told when their part comes.
  browsers?.catch(() => {});
  const all: Outcome[] = [];
  // A build has use for one processor, and the other gates for what is left: it goes on beside them.
  const building = chosen("build") ? runBeside("build", (say) => gate(gates["build"]!, say)) : undefined;
  for (const [name, check] of Object.entries(gates)) {
    if (name !== "build" && chosen(name)) all.push(await runPart(name, () => gate(check)));
  }
  if (building) all.push(await building);
  all.push(...(await runSuites(chosen)));
  if (browsers) all.push(await runPart("browser", async () => browser(await browsers)));
  keepTimes(join(root, "var/test-times.json"), all);
  console.log(`\n${timeLines(all).join("\n")}`);
  console.log(`En total / in all: ${(performance.now() / 1000).toFixed(0)} s`);
  const failures = all.flatMap(({ part, failed, failures: told = [] }) =>
    failed > told.length ? [`✗ ${part}`, ...told] : told,
  );
  if (failures.length > 0) console.log(`\nLo que falló / what failed:\n${failures.join("\n")}`);
  const sum = (key: "passed" | "failed") => all.reduce((total, counts) => total + counts[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exit(sum("failed") > 0 || sum("passed") === 0 ? 1 : 0);
}

await main(process.argv.slice(2));
