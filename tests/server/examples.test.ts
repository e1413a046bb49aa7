import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor } from "../support/app.ts";
import { preparedFlow } from "../support/definitions.ts";
import { branchOffices } from "../support/branch-offices.ts";
import { examplesOnPages, evaluateExample } from "../support/examples.ts";
import { startStandIn } from "../support/stand-in.ts";

const examples = await examplesOnPages();

// The same examples as in tests/engine, asked of the server: browser and server must mean the same.
it.each(examples.map((example) => [example.describe, example] as const))("%s", async (_, example) => {
  const upstream = await startStandIn(branchOffices(example.data));
  onTestFinished(() => upstream.stop());
  const app = await openApp({ env: { UPSTREAM_BRANCH_OFFICE: upstream.url } });
  const who = visitor(app, example.brand);
  const run: RunState = (await who.ask("POST", "/api/runs", { flow: example.flow, revision: "-" })).json();
  const response = await who.ask(
    "POST",
    `/api/runs/${run.run}/continue`,
    { step: run.step, version: 0, answers: example.answers },
    { "idempotency-key": randomUUID() },
  );
  const { evaluation } = evaluateExample(await preparedFlow(example.brand, example.flow), example);
  if (evaluation.cleared.length > 0) {
    expect(response.json()).toMatchObject({ error: "hidden-value" });
    return;
  }
  const { outcome }: ContinueAnswer = response.json();
  const refused = "refuse" in outcome ? outcome.refuse : [];
  expect(Object.fromEntries(refused.map(({ path, code }) => [path, code]))).toEqual(
    example.expect.problems ?? {},
  );
  expect(response.statusCode).toBe(refused.length > 0 ? 422 : 200);
});
