import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { allMutants, mutated, quickStep, root, type Mutant } from "../mutants/mutants.ts";

const mutants = allMutants();

describe("engines that are wrong on purpose", () => {
  it.each(mutants)("$name fits the engine as it is, and its tests are there", (mutant) => {
    const text = readFileSync(join(root, mutant.file), "utf8");
    expect(mutated(mutant, text)).not.toBe(text);
    const tests = mutant.caughtBy.map((file) => join(root, `tests/engine/${file}.test.ts`));
    expect([tests.length > 0, tests.filter((file) => !existsSync(file))]).toEqual([true, []]);
  });

  it("are no mutants where the engine has changed", () => {
    const mutant: Mutant = { name: "x", describe: "", file: "a.ts", replace: "b", by: "c", caughtBy: [] };
    expect(mutated(mutant, "abd")).toBe("acd");
    expect(() => mutated(mutant, "a")).toThrow("0 times, not once");
    expect(() => mutated(mutant, "bb")).toThrow("2 times, not once");
  });

  it("are caught, every twenty-second of them here", async () => {
    expect(mutants.length).toBeGreaterThanOrEqual(10);
    const words = [join(root, "tests/mutants/run.ts"), "--quick"];
    // Nothing of this run may reach the one inside.
    const environment = Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name),
    );
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      cwd: root,
      env: Object.fromEntries(environment),
    }).catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout.split("\n").filter((line) => line.startsWith("✗"))).toEqual([]);
    expect(stdout).toContain(`${Math.ceil(mutants.length / quickStep)} mutants, all caught`);
  });
});
