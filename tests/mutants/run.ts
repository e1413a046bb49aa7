/**
 * Runs the tests of the engine against engines that are wrong on purpose, and wants each to be caught: else the tests
 * see less than they seem to. `npm run mutants`, or `npm run mutants -- <name> …` for some of them.
 * With `--quick` as `npm test` does it: every twenty-second mutant meets only the first test file that must catch it, and the
 * healthy engine none, because `npm test` shows that anyway.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { startVitest, type Reporter, type TestModule } from "vitest/node";
import { propertyFactor } from "../support/properties.ts";
import { allMutants, mutated, quickStep, root, type Mutant } from "./mutants.ts";

const healthy = "healthy";

const words = process.argv.slice(2);
const quick = words.includes("--quick");
const asked = words.filter((word) => !word.startsWith("--"));
const mutants = allMutants().filter(
  ({ name }, index) => asked.includes(name) || (asked.length === 0 && (!quick || index % quickStep === 0)),
);
const unknown = asked.filter((word) => mutants.every(({ name }) => name !== word));
if (unknown.length > 0) {
  console.error(`No mutant is called ${unknown.join(", ")}.`);
  process.exit(2);
}

// Found out before anything runs, and all at once.
const misfits = mutants.flatMap((mutant) => {
  try {
    mutated(mutant, readFileSync(join(root, mutant.file), "utf8"));
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
});
if (misfits.length > 0) {
  console.error(misfits.join("\n"));
  process.exit(1);
}

const filesOf = ({ caughtBy }: Mutant): string[] => (quick ? caughtBy.slice(0, 1) : caughtBy);

const everyFile = [...new Set(mutants.flatMap(filesOf))];

/** Tests see the changed text as if it stood in the file: nothing on the disk is touched. */
const patching = (mutant: Mutant) => ({
  name: `mutant ${mutant.name}`,
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    id === join(root, mutant.file) ? mutated(mutant, code) : undefined,
});

const project = (name: string, files: string[], mutant?: Mutant) => ({
  root,
  plugins: mutant ? [patching(mutant)] : [],
  test: {
    name,
    include: files.map((file) => `tests/engine/${file}.test.ts`),
    environment: "node" as const,
    setupFiles: [join(import.meta.dirname, "setup.ts")],
    testTimeout: 60_000,
  },
});

const say = (name: string, isRight: boolean, text: string): boolean => {
  console.log(`${isRight ? "✓" : "✗"} ${name}: ${text}`);
  return isRight;
};

function judgeHealthy(): boolean {
  const files = outcomes.get(healthy);
  const absent = everyFile.filter((file) => !files?.has(file));
  const [first] = [...(files?.values() ?? [])].flat();
  if (absent.length > 0) return say(healthy, false, `${absent.join(", ")} did not run`);
  return say(healthy, first === undefined, first ? `fails without a mutant: ${first}` : "no failure");
}

function judge(mutant: Mutant): boolean {
  const files = outcomes.get(mutant.name);
  const missed = filesOf(mutant).filter((file) => !files?.get(file)?.length);
  const [first = ""] = [...(files?.values() ?? [])].flat();
  if (missed.length === 0) return say(mutant.name, true, `caught, e.g. by "${first}"`);
  return say(mutant.name, false, `not caught by ${missed.join(", ")}. ${mutant.describe}.`);
}

/** Failed tests by project and test file; no tests where the file passed. */
const outcomes = new Map<string, Map<string, string[]>>();
/** What each project came to; it is told as soon as all its files have ended. */
const results = new Map<string, boolean>();

const mutantNamed = (name: string): Mutant | undefined => mutants.find((one) => one.name === name);

function hasEnded(name: string): boolean {
  const mutant = mutantNamed(name);
  return (mutant ? filesOf(mutant) : everyFile).every((file) => outcomes.get(name)?.has(file));
}

function conclude(name: string): void {
  const mutant = mutantNamed(name);
  if (!results.has(name)) results.set(name, mutant ? judge(mutant) : judgeHealthy());
}

/** A wrong engine can go on for ever, and no test's own limit ends that: it is named, and the run is over. */
const endless = new Map<TestModule, NodeJS.Timeout>();
const reporter: Reporter = {
  onTestModuleStart(module: TestModule) {
    const tell = (): void => {
      say(module.project.name, false, `${basename(module.moduleId)} does not end`);
      process.exit(1);
    };
    endless.set(module, setTimeout(tell, 2 * 60_000));
  },
  onTestModuleEnd(module: TestModule) {
    clearTimeout(endless.get(module));
    const { name } = module.project;
    const tests = [...module.children.allTests("failed")].map((test) => test.fullName);
    const file = basename(module.moduleId, ".test.ts");
    outcomes.set(name, outcomes.get(name) ?? new Map<string, string[]>());
    outcomes.get(name)!.set(file, [...tests, ...module.errors().map(({ message }) => message)]);
    if (hasEnded(name)) conclude(name);
  },
};

// A mutant is no chance find: properties are tried often enough to meet it every time.
process.env[propertyFactor] = "4";
const started = performance.now();
const vitest = await startVitest("test", [], {
  root,
  config: false,
  watch: false,
  reporters: [reporter],
  maxWorkers: 2,
  pool: "threads",
  projects: [
    ...(quick ? [] : [project(healthy, everyFile)]),
    ...mutants.map((mutant) => project(mutant.name, filesOf(mutant), mutant)),
  ],
});
await vitest.close();

// Where a file never ran, its project is still to be told.
for (const name of [...(quick ? [] : [healthy]), ...mutants.map((mutant) => mutant.name)]) conclude(name);
const wrong = [...results.values()].filter((isRight) => !isRight).length;
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`\n${mutants.length} mutants, ${wrong === 0 ? "all caught" : `${wrong} wrong`}, ${seconds} s`);
process.exit(wrong === 0 ? 0 : 1);
