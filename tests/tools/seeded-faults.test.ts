/** The faults of tests/seeded-faults fit the code as it is: `npm run seeded-faults` can try each of them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutated, root, type SeededFault } from "../mutants/mutants.ts";

const list = readFileSync(join(root, "tests/seeded-faults/faults.json"), "utf8");
const faults = JSON.parse(list) as (SeededFault & { caughtBy: string })[];

test.each(faults)("$name fits the code, and its test is there", (fault) => {
  const text = readFileSync(join(root, fault.file), "utf8");
  expect(mutated(fault, text)).not.toBe(text);
  expect(existsSync(join(root, `tests/${fault.caughtBy}.test.ts`))).toBe(true);
});
