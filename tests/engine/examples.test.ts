import { describe, expect, it } from "vitest";
import { prepare, validatorModule, type Prepared, type Validators } from "../../schemas/engine/all.ts";
import { preparedFlow } from "../support/definitions.ts";
import { allExamples, evaluateExample } from "../support/examples.ts";

const examples = await allExamples();
const named = examples.map((example) => [`${example.flow}: ${example.describe}`, example] as const);

describe("the examples beside the flows", () => {
  it("are there, accepted and refused ones", () => {
    expect(examples.some(({ expect: { continues } }) => continues)).toBe(true);
    expect(examples.some(({ expect: { problems } }) => Object.keys(problems ?? {}).length > 0)).toBe(true);
  });

  it.each(named)("%s", async (_, example) => {
    const prepared = await preparedFlow(example.brand, example.flow, example.content);
    const { evaluation, cleared } = evaluateExample(prepared, example);
    const {
      steps,
      visible = [],
      hidden = [],
      disabled = [],
      problems,
      values = {},
      continues,
    } = example.expect;
    if (steps) expect(evaluation.steps).toEqual(steps);
    for (const path of visible) expect([path, evaluation.fields[path]?.visible]).toEqual([path, true]);
    // What a brand never asks is not even there.
    for (const path of hidden)
      expect([path, evaluation.fields[path]?.visible ?? false]).toEqual([path, false]);
    for (const path of disabled) expect([path, evaluation.fields[path]?.enabled]).toEqual([path, false]);
    const found = Object.fromEntries(evaluation.problems.map(({ path, code }) => [path, code]));
    if (problems) expect(found).toEqual(problems);
    if (continues) expect(found).toEqual({});
    if (example.expect.cleared) expect(cleared.toSorted()).toEqual(example.expect.cleared.toSorted());
    for (const [path, value] of Object.entries(values)) {
      expect([path, evaluation.values[path] ?? null]).toEqual([path, value]);
    }
  });

  /** A flow as the browser has it: what went over the wire, with the validators of the revision's module. */
  const inBrowser = new Map<string, Promise<Prepared>>();
  const asInBrowser = (brand: string, flow: string, content?: object): Promise<Prepared> => {
    const name = `${brand}/${flow}/${JSON.stringify(content)}`;
    const made = async (): Promise<Prepared> => {
      const { flow: compiled } = await preparedFlow(brand, flow, content);
      const code = `data:text/javascript,${encodeURIComponent(validatorModule(compiled))}`;
      const sent = JSON.parse(JSON.stringify(compiled)) as typeof compiled;
      return prepare(sent, (await import(code)) as Validators);
    };
    const known = inBrowser.get(name) ?? made();
    inBrowser.set(name, known);
    return known;
  };

  it.each(named)("%s, in the browser as on the server", async (_, example) => {
    const { brand, flow, content } = example;
    const server = evaluateExample(await preparedFlow(brand, flow, content), example);
    const browser = evaluateExample(await asInBrowser(brand, flow, content), example);
    expect(browser.evaluation).toEqual(server.evaluation);
    expect(browser.cleared).toEqual(server.cleared);
  });
});
