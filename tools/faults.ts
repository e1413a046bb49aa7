/**
 * `npm run faults [-- 1 7 …]`: the promises in their long form, which takes an hour or two for all, and their figures
 * in docs/promises.md. A row stays as it was until its promise is tried again. `properties` among the numbers: the
 * properties of the engine, with many more cases than in `npm test`. `cases`: every case of the tests that take in `npm test`
 * as many as cover in what they can disagree, and what it tries on one store alone.
 */
import { globSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promises } from "../tests/faults/promises.ts";
import { runTrial, type PromiseTrial } from "../tests/faults/support/trial.ts";
import { findChromium } from "../tests/support/chromium.ts";
import { everyCase } from "../tests/support/covering.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { propertyFactor, propertySeed } from "../tests/support/properties.ts";
import { buildIfNeeded } from "./build.ts";
import { binary, root, run } from "./test/run.ts";
import { onTheOtherStore } from "./test/on-both-stores.ts";
import { rowOf, rowsOf, tableOf } from "./faults/table.ts";

const file = join(import.meta.dirname, "../docs/promises.md");

/** The row of a promise that was tried now; `kept` is whether it holds. */
async function tryOne(trial: PromiseTrial): Promise<{ row?: string; kept: boolean }> {
  const { number, promise } = trial;
  console.log(`\n${number}: ${promise}`);
  const unable = await trial.unless?.();
  if (unable !== undefined) {
    console.log(`  no se puede probar aquí / cannot be tried here: ${unable}`);
    return { kept: true };
  }
  const date = new Date().toISOString().slice(0, 10);
  const say = (line: string): void => console.log(`  ${line}`);
  try {
    const shown = await runTrial(trial, { long: true, say });
    say(shown.done);
    say(shown.figure);
    return { row: rowOf(trial, shown, date), kept: true };
  } catch (error) {
    console.error(error);
    const [words = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
    return { row: rowOf(trial, { done: "", figure: `**broken**: ${words}` }, date), kept: false };
  }
}

const properties = "properties";

const cases = "cases";

/** Test files in which something is named. */
const filesWith = (words: string): string[] =>
  globSync("tests/**/*.test.{ts,tsx}", { cwd: root }).filter((path) =>
    readFileSync(join(root, path), "utf8").includes(words),
  );

const vitest = (files: string[], env: Record<string, string>): Promise<boolean> =>
  run([binary("node"), binary("vitest"), "run", ...files], 60 * 60_000, { env });

/** Runs every test file that has properties, each with this many times as many cases, and other ones each time. */
async function tryProperties(times: number): Promise<boolean> {
  const files = filesWith("support/properties.ts");
  console.log(`\n${properties}: ${files.length} files, ${times} times as many cases`);
  return vitest(files, { [propertyFactor]: String(times), [propertySeed]: "random" });
}

/** Runs every test file that takes a part of its cases in `npm test`, with all of them, and those that it tries on one store. */
async function tryEveryCase(): Promise<boolean> {
  const files = filesWith("support/covering.ts");
  console.log(`\n${cases}: every case of ${files.length} files, and ${onTheOtherStore.length} on PostgreSQL`);
  await buildIfNeeded();
  const whole = await vitest(files, { [everyCase]: "yes", VITRINA_CHROMIUM: await findChromium() });
  const cluster = await startPostgres();
  try {
    const settings = { VITRINA_TEST_POSTGRES: cluster.url, VITRINA_TEST_STORE: "postgres" };
    const paths = onTheOtherStore.map((path) => `tests/${path}`);
    return (await vitest(paths, settings)) && whole;
  } finally {
    await cluster.stop();
  }
}

async function main(asked: string[]): Promise<boolean> {
  const numbers = [...promises.map(({ number }) => String(number)), properties, cases];
  const unknown = asked.filter((number) => !numbers.includes(number));
  if (unknown.length > 0) {
    console.error(
      `No hay promesa / no promise: ${unknown.join(", ")}. Promesas / promises: ${numbers.join(", ")}`,
    );
    return false;
  }
  let all = true;
  if (asked.length === 0 || asked.includes(properties)) all = await tryProperties(20);
  if (asked.length === 0 || asked.includes(cases)) all = (await tryEveryCase()) && all;
  for (const trial of promises) {
    if (asked.length > 0 && !asked.includes(String(trial.number))) continue;
    const { row, kept } = await tryOne(trial);
    all &&= kept;
    if (row === undefined) continue;
    // Written after each: who stops in the middle keeps what was found.
    const rows = rowsOf(await readFile(file, "utf8").catch(() => ""));
    await writeFile(file, tableOf(rows.set(trial.number, row)));
    await run([binary("oxfmt"), file], 60_000, { quiet: true });
  }
  return all;
}

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
