import { expect, test } from "vitest";
import type { CompileRule } from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { runExamples } from "../../tools/authors/run-examples.ts";
import { root } from "../support/definitions.ts";

const nothingProven = { has: () => false, add() {}, keep: async () => {} };

/** One for which no condition holds. */
const wrong: CompileRule = () => () => false;

test("check tells each example of which a second evaluator of rules says otherwise, and of what", async () => {
  const all = Object.entries(await loadSources(root));
  const few = all.filter(([path]) => !path.includes("/examples/") || path.includes("/contact/examples/"));
  const { diagnostics, count } = await runExamples(Object.fromEntries(few), nothingProven, wrong);
  expect(diagnostics.length).toBeGreaterThan(3);
  expect(diagnostics.length).toBeLessThanOrEqual(count);
  for (const { code, message } of diagnostics)
    expect([code, message]).toEqual(["rules-disagree", expect.stringMatching(/no dice lo mismo .* de .*\w/)]);
});
