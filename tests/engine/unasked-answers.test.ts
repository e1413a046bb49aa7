/** Answers of examples to questions that are not asked with them: they would look like a proof of something. */
import { expect, it } from "vitest";
import { runExamples } from "../../tools/authors/run-examples.ts";
import { baseSources, changed } from "./broken-cases.ts";

type Written = Record<"answers" | "edits" | "expect", object>;

const file = "schemas/flows/visit/examples/accepted.json";
const nothingProven = { has: () => false, add: () => {}, keep: async () => {} };
const base = baseSources();
const example = JSON.parse(base[file]!) as Written;

/** Where the example is told to answer what it does not ask. */
async function told(more: Partial<Written>): Promise<string[]> {
  const text = JSON.stringify({ ...example, expect: { visible: ["subject.area"] }, ...more }, null, 2);
  const { diagnostics } = await runExamples(changed(base, { [file]: { text } }), nothingProven);
  return diagnostics.map(
    ({ code, column, length, excerpt }) => `${code} ${excerpt.slice(column - 1, column - 1 + length)}`,
  );
}

/** How one pays is asked of who buys, and this one has something repaired. */
const pays = { "subject.payment": "cash" };
const answers = { ...example.answers, ...pays };
const isTold = ["unasked-answer subject.payment"];

it.each<[string, Partial<Written>, string[]]>([
  ["an answer to what is not asked", { answers }, isTold],
  ["one that is said to be hidden", { answers, expect: { hidden: ["subject.payment"] } }, []],
  ["one that is said to have no value", { answers, expect: { values: { "subject.payment": null } } }, []],
  ["one in what is said to be hidden", { answers, expect: { hidden: ["subject"] } }, []],
  ["one beside what is said to be hidden", { answers, expect: { hidden: ["subject.pay"] } }, isTold],
  ["a change of what is not asked", { edits: pays }, isTold],
  ["a change of what another one has made a question", { edits: { "subject.area": "buy", ...pays } }, []],
  ["a change that takes an answer away", { edits: { "subject.payment": null } }, []],
])("%s", async (_, more, tells) => {
  const found = await told(more);
  expect(found.filter((one) => one.startsWith("unasked"))).toEqual(tells);
});
