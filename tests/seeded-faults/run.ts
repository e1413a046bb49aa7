/**
 * `npm run seeded-faults [-- <name> …]`: runs one test file for each fault of faults.json, with the fault in the code, and
 * wants it to fail, and to pass without: what the tests caught when a fault was written down, they still catch. Nothing on
 * the disk is changed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startVitest, type Reporter, type TestModule } from "vitest/node";
import { buildIfNeeded } from "../../tools/build.ts";
import { mutated, root, type SeededFault } from "../mutants/mutants.ts";

interface Fault extends SeededFault {
  /** The test file that must notice, e.g. `server/runs`. */
  caughtBy: string;
}

const faults = JSON.parse(readFileSync(join(import.meta.dirname, "faults.json"), "utf8")) as Fault[];

/** The code with a fault in it, as the tests see it. */
const seeded = (fault: SeededFault) => ({
  name: `seeded fault ${fault.name}`,
  enforce: "pre" as const,
  transform: (code: string, id: string) => (id === join(root, fault.file) ? mutated(fault, code) : undefined),
});

/** Tests of a file that fail, with a fault in the code or none. @throws {Error} where its tests did not run. */
async function failuresOf(file: string, fault?: SeededFault): Promise<string[]> {
  const modules: TestModule[] = [];
  const reporter: Reporter = { onTestModuleEnd: (module) => void modules.push(module) };
  const vitest = await startVitest(
    "test",
    [`tests/${file}.test.ts`],
    { root, watch: false, reporters: [reporter], testTimeout: 60_000, hookTimeout: 60_000, bail: 1 },
    { plugins: fault ? [seeded(fault)] : [] },
  );
  await vitest.close();
  if (modules.every(({ children }) => [...children.allTests()].length === 0)) {
    throw new Error(`tests/${file}.test.ts did not run`);
  }
  return modules.flatMap(({ children }) => [...children.allTests("failed")].map(({ fullName }) => fullName));
}

async function main(asked: string[]): Promise<boolean> {
  const unknown = asked.filter((name) => faults.every((fault) => fault.name !== name));
  if (unknown.length > 0) throw new Error(`No fault is called ${unknown.join(", ")}.`);
  const chosen = faults.filter(({ name }) => asked.length === 0 || asked.includes(name));
  // Found out before anything runs.
  for (const fault of chosen) mutated(fault, readFileSync(join(root, fault.file), "utf8"));
  await buildIfNeeded();
  let wrong = 0;
  const say = (isRight: boolean, text: string): void => {
    if (!isRight) wrong += 1;
    console.log(`${isRight ? "✓" : "✗"} ${text}`);
  };
  for (const file of new Set(chosen.map(({ caughtBy }) => caughtBy))) {
    const [first] = await failuresOf(file);
    if (first !== undefined) say(false, `${file} fails without any fault: ${first}`);
  }
  for (const fault of chosen) {
    const { name, describe, caughtBy } = fault;
    const [first] = await failuresOf(caughtBy, fault);
    if (first === undefined) say(false, `${name}: not caught by ${caughtBy}. ${describe}.`);
    else say(true, `${name}: caught by "${first}"`);
  }
  console.log(`\n${chosen.length} faults, ${wrong === 0 ? "all caught" : `${wrong} wrong`}`);
  return wrong === 0;
}

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
