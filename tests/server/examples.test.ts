import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { preparedFlow } from "../support/definitions.ts";
import { branchOffices } from "../support/branch-offices.ts";
import { withOwnCars } from "../support/cars-of-examples.ts";
import { creditServices } from "../support/credit-services.ts";
import { examplesOnPages, evaluateExample, type Example } from "../support/examples.ts";
import { startStandIn } from "../support/stand-in.ts";

/** Those about what an embedded service has otherwise, or not at all: in tests/engine alone. */
const ofOtherAnswers = new Set([
  "Un año sin marcas no deja continuar",
  "Si la lista de marcas no llega, no se puede elegir una ni continuar",
  "Los precios no llegan: el valor no se puede contestar, y nada más se dice de él",
  "No hay precios de una marca: se dice, y el valor no se puede contestar",
]);

const examples = (await examplesOnPages()).filter(({ describe }) => !ofOtherAnswers.has(describe));
const byBrandAndDay = Map.groupBy(examples, ({ brand, today }) => `${brand} on ${today}`);

// The same examples as in tests/engine, asked of the server: browser and server must mean the same.
it.each([...byBrandAndDay])("the examples of %s mean the same on the server", async (_, ofDay) => {
  const upstream = await startStandIn(branchOffices(ofDay));
  onTestFinished(() => upstream.stop());
  const { examples: asked, catalogue } = withOwnCars(ofDay);
  const cars = await startStandIn({ ...catalogue, ...creditServices(ofDay) });
  onTestFinished(() => cars.stop());
  const app = await openApp({
    env: {
      UPSTREAM_BRANCH_OFFICE: upstream.url,
      UPSTREAM_CATALOG: cars.url,
      UPSTREAM_FINANCIAL: cars.url,
      LIMIT_FACTOR: "100",
    },
    clock: () => new Date(`${ofDay[0]!.today}T15:00:00Z`),
  });
  const all = await Promise.all(asked.map((example) => judged(app, example)));
  expect(all.map(({ found }) => found)).toEqual(all.map(({ wanted }) => wanted));
});

interface Judged {
  describe: string;
  status: number;
  /** Codes by field. */
  problems: Record<string, string>;
  error?: string;
}

/** What the server says of an example whose steps are gone through until one is refused, and what it should. */
async function judged(app: TestApp, example: Example): Promise<{ found: Judged; wanted: Judged }> {
  const who = visitor(app, example.brand);
  // What is asked of the server is what was answered, before anything is changed.
  const asked = { ...example, edits: {} };
  const { evaluation } = evaluateExample(await preparedFlow(example.brand, example.flow), asked);
  const { describe, expect: expected } = example;
  let run: RunState = (await who.ask("POST", "/api/runs", { flow: example.flow, revision: "-" })).json();
  const found: Judged = { describe, status: 0, problems: {} };
  for (let done = false; !done;) {
    const { step, version } = run;
    const answers = Object.fromEntries(
      Object.entries(example.answers).filter(([path]) => path.startsWith(`${step}.`)),
    );
    const response = await who.ask(
      "POST",
      `/api/runs/${run.run}/continue`,
      { step, version, answers },
      { "idempotency-key": randomUUID() },
    );
    const { state, outcome, error } = response.json<Answered>();
    const refused = outcome !== undefined && "refuse" in outcome ? outcome.refuse : [];
    found.status = response.statusCode;
    found.problems = Object.fromEntries(refused.map(({ path, code }) => [path, code]));
    if (error !== undefined) found.error = error;
    done = state === undefined || state.status === "done" || outcome === undefined || !("go" in outcome);
    if (state) run = state;
  }
  if (evaluation.cleared.length > 0) {
    return { found, wanted: { describe, status: 422, problems: {}, error: "hidden-value" } };
  }
  // What an example expects, it expects after its edits. The first step with a problem is the last that is asked for.
  const all = Object.entries(
    Object.keys(example.edits).length === 0
      ? (expected.problems ?? {})
      : Object.fromEntries(evaluation.problems.map(({ path, code }) => [path, code])),
  );
  const at = evaluation.steps.find((step) => all.some(([path]) => path.startsWith(`${step}.`)));
  const problems = Object.fromEntries(all.filter(([path]) => path.startsWith(`${at}.`)));
  return { found, wanted: { describe, status: all.length > 0 ? 422 : 200, problems } };
}

type Answered = Partial<ContinueAnswer> & { error?: string };
