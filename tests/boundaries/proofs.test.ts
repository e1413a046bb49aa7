/** What a page names as what shows a line of the specification is there: examples, and tests by their words. */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { read, root } from "./project.ts";

/** What the tables of a page name in their last column, by line. */
const proofsOf = (page: string): string[][] =>
  read(page)
    .split("\n")
    .filter((row) => row.startsWith("| ") && row.includes("`"))
    .flatMap((row) => {
      const cells = row.split(" | ");
      return [...cells.at(-1)!.matchAll(/`([^`]+)`/g)].map(([, proof]) => [
        cells[0]!.slice(2).trim(),
        proof!,
      ]);
    });

/** Why a proof is none; undefined where it is one. */
function lacks(proof: string): string | undefined {
  const [file, words] = proof.includes(": ")
    ? [proof.slice(0, proof.indexOf(": ")), proof]
    : [proof, undefined];
  if (proof.startsWith("promises/")) return lacksTrial(proof.slice("promises/".length));
  if (proof.startsWith("pictures/")) {
    const picture = `await take("${proof.slice("pictures/".length)}")`;
    return read("tools/screens/walks.ts").includes(picture) ? undefined : "no such picture";
  }
  if (words === undefined) {
    if (proof.startsWith("kinds/"))
      return existsSync(join(root, `fixtures/${proof}.json`)) ? undefined : "no such table";
    const [of, flow, example] = proof.startsWith("screens/")
      ? proof.split("/")
      : ["flows", ...proof.split("/")];
    return existsSync(join(root, `schemas/${of}/${flow}/examples/${example}.json`))
      ? undefined
      : "no such example";
  }
  // The rows of a table may have a file of their own.
  const path = [".test.ts", ".test.tsx", ".ts"]
    .map((end) => `tests/${file}${end}`)
    .find((one) => existsSync(join(root, one)));
  if (path === undefined) return `no tests/${file}.test.ts`;
  return read(path).includes(words.slice(file.length + 2)) ? undefined : `${path} does not say so`;
}

/** Why a trial of a promise is none; undefined where there is one, with its figures. */
function lacksTrial(name: string): string | undefined {
  const [number] = name.split("-");
  if (!existsSync(join(root, `tests/faults/promises/${name}.ts`))) return "no such trial";
  return read("docs/promises.md").includes(`\n| ${number!.padStart(3)} |`) ? undefined : "no figures of it";
}

test.each([
  ["docs/purchases.md", 190],
  ["docs/booking.md", 110],
  ["docs/experience.md", 60],
  ["docs/site.md", 60],
])("each line of %s is shown by examples and tests that are there", (page, least) => {
  const proofs = proofsOf(page);
  expect(proofs.length).toBeGreaterThan(least);
  const missing = proofs.flatMap(([line, proof]) => {
    const why = lacks(proof!);
    return why === undefined ? [] : [`${line}: ${proof}: ${why}`];
  });
  expect(missing).toEqual([]);
});

test("each step of the booking has a picture", () => {
  const { steps } = JSON.parse(read("schemas/flows/service-booking/flow.json")) as { steps: object };
  const pictured = proofsOf("docs/booking.md")
    .filter(([, proof]) => proof!.startsWith("pictures/"))
    .map(([step]) => step!.replaceAll("`", ""));
  expect([...new Set(pictured)].toSorted()).toEqual(Object.keys(steps).toSorted());
});

test("each example of the booking shows a line of it", () => {
  const shown = new Set(proofsOf("docs/booking.md").map(([, proof]) => proof));
  const examples = readdirSync(join(root, "schemas/flows/service-booking/examples"));
  expect(examples.length).toBeGreaterThan(30);
  expect(examples.filter((file) => !shown.has(`service-booking/${basename(file, ".json")}`))).toEqual([]);
});
