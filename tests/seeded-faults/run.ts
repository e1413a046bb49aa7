/**
 * `npm run seeded-faults [-- <name> …]`: runs one test file for each fault of faults.json, with the fault in the code, and
 * wants it to fail: what the tests caught when a fault was written down, they still catch. Nothing on the disk is changed.
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

/** Tests that failed with the fault in the code. @throws {Error} where the file's tests did not run. */
async function failuresWith(fault: Fault): Promise<string[]> {
  const modules: TestModule[] = [];
  const reporter: Reporter = { onTestModuleEnd: (module) => void modules.push(module) };
  const vitest = await startVitest(
    "test",
    [`tests/${fault.caughtBy}.test.ts`],
    { root, watch: false, reporters: [reporter], testTimeout: 60_000, hookTimeout: 60_000, bail: 1 },
    {
      plugins: [
        {
          name: `seeded fault ${fault.name}`,
          enforce: "pre",
          transform: (code: string, id: string) =>
            id === join(root, fault.file) ? mutated(fault, code) : undefined,
        },
      ],
    },
  );
  await vitest.close();
  if (modules.every(({ children }) => [...children.allTests()].length === 0)) {
    throw new Error(`tests/${fault.caughtBy}.test.ts did not run`);
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
  let missed = 0;
  for (const fault of chosen) {
    const [first] = await failuresWith(fault);
    if (first === undefined) missed += 1;
    console.log(
      first === undefined
        ? `✗ ${fault.name}: not caught by ${fault.caughtBy}. ${fault.describe}.`
        : `✓ ${fault.name}: caught by "${first}"`,
    );
  }
  console.log(`\n${chosen.length} faults, ${missed === 0 ? "all caught" : `${missed} not caught`}`);
  return missed === 0;
}

process.exit((await main(process.argv.slice(2))) ? 0 : 1);
