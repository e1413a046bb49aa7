/** An example beside a flow, drawn as the page that its person sees: where its program led, or at a step of its path. */
import { render } from "../../../renderer/entry-server.tsx";
import type { Answers, Page, RunState } from "../../../schemas/engine/all.ts";
import { runExampleProgram, type Led, type Ran } from "../../../tools/authors/run-program.ts";
import type { Tried } from "../../../tools/authors/examples.ts";
import { allExamples, evaluateExample, type Example } from "../../support/examples.ts";
import { triedFlow } from "../../support/definitions.ts";

type Came = Pick<Ran, "kept" | "filled"> & { led?: Led };

/** What its program did, where it has one. */
async function ranOf({ prepared, revision }: Tried, example: Example): Promise<Came> {
  const { evaluation, context } = evaluateExample(prepared, example);
  const { program, results, today } = example;
  if (!program) return { kept: {}, filled: {} };
  const values = { prepared, evaluation, today, data: context.data, results: { ...results } };
  return await runExampleProgram(revision, values, program);
}

/** The texts of the page, one after the other, between bars. */
export async function drawnExample(name: string, at?: string): Promise<string> {
  const example = (await allExamples()).find(({ file }) =>
    file.endsWith(`flows/${name.replace("/", "/examples/")}.json`),
  )!;
  const { brand, flow: id, program, today } = example;
  const tried = await triedFlow(brand, id);
  const { prepared, revision } = tried;
  const { flow } = prepared;
  const { led, kept, filled } = await ranOf(tried, example);
  const results = { ...example.results, ...kept };
  const answers: Answers = { ...example.answers, ...filled };
  const step = at ?? (led && "go" in led ? led.go : (program?.step ?? flow.steps[0]!.id));
  const { evaluation, context } = evaluateExample(prepared, { ...example, answers, results });
  const { ends, slug } = flow.steps.find((one) => one.id === step)!;
  const run: RunState = {
    run: "r",
    flow: id,
    revision: "rev1",
    step,
    version: 1,
    answers: evaluation.values,
    results,
    status: ends ? "done" : "open",
    done: evaluation.steps.slice(0, evaluation.steps.indexOf(step)),
    ...(led === undefined || !("refuse" in led)
      ? {}
      : {
          settled: {
            wait: "w",
            outcome: { refuse: [{ path: "", code: led.refuse, words: led.refuse, values: {} }] },
          },
        }),
  };
  const screen = revision.public.brand.screens.find((one) => one.flow === id)!;
  // What the address names, its flow asks first.
  const [, named = "none"] = /:(\w+)/.exec(screen.route) ?? [];
  const subject = String(Object.values(answers)[0]);
  const page: Page = {
    revision: "rev1",
    path: `${screen.route.replace(/:\w+/, subject)}/${slug}`,
    brand: revision.public.brand,
    screen,
    params: { [named]: subject, step: slug },
    today,
    flow: { id, revision: "rev1", run, found: { answers: run.answers, data: context.data } },
    requestId: "r",
  };
  const { html } = render(page, { flow, validators: prepared.validators }, "n");
  return html
    .replaceAll(/<!-- -->/g, "")
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");
}
