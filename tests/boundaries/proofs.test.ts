/** What a page names as what shows a line of the specification is there: examples, and tests by their words. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** What its tables name in their last column, by line. */
const proofs = read("docs/purchases.md")
  .split("\n")
  .filter((row) => row.startsWith("| ") && row.includes("`"))
  .flatMap((row) => {
    const cells = row.split(" | ");
    return [...cells.at(-1)!.matchAll(/`([^`]+)`/g)].map(([, proof]) => [cells[0]!.slice(2).trim(), proof!]);
  });

/** Why a proof is none; undefined where it is one. */
function lacks(proof: string): string | undefined {
  const [file, words] = proof.includes(": ")
    ? [proof.slice(0, proof.indexOf(": ")), proof]
    : [proof, undefined];
  if (words === undefined) {
    const [of, flow, example] = proof.startsWith("screens/")
      ? proof.split("/")
      : ["flows", ...proof.split("/")];
    return existsSync(join(root, `schemas/${of}/${flow}/examples/${example}.json`))
      ? undefined
      : "no such example";
  }
  const path = `tests/${file}.test.ts`;
  if (!existsSync(join(root, path))) return `no ${path}`;
  return read(path).includes(words.slice(file.length + 2)) ? undefined : `${path} does not say so`;
}

test("each line of buying and reserving is shown by examples and tests that are there", () => {
  expect(proofs.length).toBeGreaterThan(120);
  const missing = proofs.flatMap(([line, proof]) => {
    const why = lacks(proof!);
    return why === undefined ? [] : [`${line}: ${proof}: ${why}`];
  });
  expect(missing).toEqual([]);
});
