/** Steps as JSON Schemas: a form library that knows nothing of us judges the examples as the engine does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import validator from "@rjsf/validator-ajv8";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { compileStepForm, type Answers, type CompiledFlow, type StepForm } from "../../schemas/engine/all.ts";
import { preparedFlow, root } from "../support/definitions.ts";
import { allExamples, evaluateExample, type Example } from "../support/examples.ts";
import { compiledPath, wrongFields } from "../support/step-forms.ts";

const forms = new WeakMap<CompiledFlow, Map<string, StepForm>>();

function formOf(flow: CompiledFlow, step: string): StepForm {
  const known = forms.get(flow) ?? new Map<string, StepForm>();
  forms.set(flow, known);
  const form = known.get(step) ?? compileStepForm(flow, step);
  known.set(step, form);
  return form;
}

/** A field that only one of both finds wrong, and what its schema says that it does not say. */
interface Difference {
  path: string;
  ours: string | undefined;
  unsaid: string[];
}

function differencesIn(
  form: StepForm,
  { flow, step, answers, problems }: Judged,
  { results }: Pick<Example, "results">,
): Difference[] {
  const found = flow.steps.find(({ id }) => id === step)!;
  const theirs = wrongFields(validator, form.schema, { flow, step: found, answers });
  const ours = new Map(
    problems.filter(({ path }) => path.startsWith(`${step}.`)).map((one) => [one.path, one.code]),
  );
  const differing = [...new Set([...ours.keys(), ...theirs])].filter(
    (path) => ours.has(path) !== theirs.includes(path),
  );
  return differing.map((path) => {
    // A run that began with nothing is what the schema is of.
    const excused = (form.unsaid[compiledPath(path)] ?? []).filter(
      (reason) => reason !== "run" || Object.keys(results).length > 0,
    );
    return { path, ours: ours.get(path), unsaid: excused };
  });
}

interface Judged {
  flow: CompiledFlow;
  step: string;
  answers: Answers;
  problems: { path: string; code: string }[];
}

/** The steps of an example, with what the engine finds wrong there. */
async function stepsOf(example: Example): Promise<Judged[]> {
  const prepared = await preparedFlow(example.brand, example.flow, example.content);
  const { evaluation } = evaluateExample(prepared, example);
  const answers = { ...example.answers, ...example.edits };
  return evaluation.steps.map((step) => ({
    flow: prepared.flow,
    step,
    answers,
    problems: evaluation.problems,
  }));
}

const examples = await allExamples();
const named = examples.map((example) => [`${example.flow}: ${example.describe}`, example] as const);
const rows = [
  ...readFileSync(join(root, "docs/conformance.md"), "utf8")
    .split(/^## /m)
    .find((section) => section.startsWith("Every step as a JSON Schema"))!
    .matchAll(/^\| `(.+?)` +\| .+ \| (yes|no) +\|$/gm),
].map(([, word, shown]) => ({ word: word!, shown: shown === "yes" }));

describe("the schema of a step judges as the engine does", () => {
  const met = new Set<string>();
  const written = new Set<string>();

  it.each(named)("%s", async (_, example) => {
    for (const judged of await stepsOf(example)) {
      const form = formOf(judged.flow, judged.step);
      for (const word of Object.values(form.unsaid).flat()) written.add(word);
      const differences = differencesIn(form, judged, example);
      for (const { unsaid } of differences) for (const word of unsaid) met.add(word);
      expect(differences.filter(({ unsaid }) => unsaid.length === 0)).toEqual([]);
    }
  });

  it("leaves unsaid what conformance.md says, and nothing else", () => {
    expect(rows.map(({ word }) => word)).toEqual([...written].toSorted());
    expect(rows.filter(({ shown }) => shown).map(({ word }) => word)).toEqual([...met].toSorted());
  });

  it.each(named)("%s, whichever of ten answers is left out", async (_, example) => {
    const { answers } = example;
    const paths = Object.keys(answers);
    for (const left of paths.filter((__, index) => index % Math.ceil(paths.length / 10) === 0)) {
      const { [left]: __, ...rest } = answers;
      for (const judged of await stepsOf({ ...example, answers: rest, edits: {} })) {
        const differences = differencesIn(formOf(judged.flow, judged.step), judged, example);
        expect([left, differences.filter(({ unsaid }) => unsaid.length === 0)]).toEqual([left, []]);
      }
    }
  });

  it("is draft-07", async () => {
    const ajv = new Ajv();
    const flows = new Set<CompiledFlow>();
    for (const { brand, flow, content } of examples)
      flows.add((await preparedFlow(brand, flow, content)).flow);
    for (const flow of flows) {
      for (const { id } of flow.steps) expect(ajv.validateSchema(formOf(flow, id).schema)).toBe(true);
    }
  });
});
