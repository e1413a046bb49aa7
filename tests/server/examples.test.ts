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
  for (const example of examples) await judged(app, example);
});

async function judged(app: TestApp, example: Example): Promise<void> {
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
  if (evaluation.cleared.length > 0) {
    expect(response.json(), example.describe).toMatchObject({ error: "hidden-value" });
    return;
  }
  const { outcome }: ContinueAnswer = response.json();
  const refused = "refuse" in outcome ? outcome.refuse : [];
  expect(Object.fromEntries(refused.map(({ path, code }) => [path, code])), example.describe).toEqual(
    example.expect.problems ?? {},
  );
  expect(response.statusCode, example.describe).toBe(refused.length > 0 ? 422 : 200);
}
