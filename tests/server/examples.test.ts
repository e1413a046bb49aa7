import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { preparedFlow } from "../support/definitions.ts";
import { branchOffices } from "../support/branch-offices.ts";
import { examplesOnPages, evaluateExample, type Example } from "../support/examples.ts";
import { startStandIn } from "../support/stand-in.ts";

const byBrand = Map.groupBy(await examplesOnPages(), ({ brand }) => brand);

// The same examples as in tests/engine, asked of the server: browser and server must mean the same.
it.each([...byBrand])("the examples of %s mean the same on the server", async (_brand, examples) => {
  const upstream = await startStandIn(branchOffices(examples));
  onTestFinished(() => upstream.stop());
  const app = await openApp({ env: { UPSTREAM_BRANCH_OFFICE: upstream.url, LIMIT_FACTOR: "100" } });
  const all = await Promise.all(examples.map((example) => judged(app, example)));
  expect(all.map(({ found }) => found)).toEqual(all.map(({ wanted }) => wanted));
});

interface Judged {
  describe: string;
  status: number;
  /** Codes by field. */
  problems: Record<string, string>;
  error?: string;
}

/** What the server says of an example, and what it should. */
async function judged(app: TestApp, example: Example): Promise<{ found: Judged; wanted: Judged }> {
  const who = visitor(app, example.brand);
  const run: RunState = (await who.ask("POST", "/api/runs", { flow: example.flow, revision: "-" })).json();
  const response = await who.ask(
    "POST",
    `/api/runs/${run.run}/continue`,
    { step: run.step, version: 0, answers: example.answers },
    { "idempotency-key": randomUUID() },
  );
  // What is asked of the server is what was answered, before anything is changed.
  const asked = { ...example, edits: {} };
  const { evaluation } = evaluateExample(await preparedFlow(example.brand, example.flow), asked);
  const { describe } = example;
  const { status, error, outcome } = { status: response.statusCode, ...response.json<Answered>() };
  const refused = outcome !== undefined && "refuse" in outcome ? outcome.refuse : [];
  const found = {
    describe,
    status,
    problems: Object.fromEntries(refused.map(({ path, code }) => [path, code])),
    ...(error === undefined ? {} : { error }),
  };
  if (evaluation.cleared.length > 0) {
    return { found, wanted: { describe, status: 422, problems: {}, error: "hidden-value" } };
  }
  // What an example expects, it expects after its edits.
  const { problems = {} } =
    Object.keys(example.edits).length === 0
      ? example.expect
      : { problems: Object.fromEntries(evaluation.problems.map(({ path, code }) => [path, code])) };
  return { found, wanted: { describe, status: Object.keys(problems).length > 0 ? 422 : 200, problems } };
}

type Answered = Partial<ContinueAnswer> & { error?: string };
