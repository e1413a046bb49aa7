import { describe, expect, it } from "vitest";
import { prepare, validatorModule, type Prepared, type Validators } from "../../schemas/engine/all.ts";
import { differences } from "../../tools/authors/examples.ts";
import { disagreements, preparedAgain } from "../../server/evaluation/second-evaluation.ts";
import { preparedFlow, triedFlow } from "../support/definitions.ts";
import { allExamples, evaluateExample } from "../support/examples.ts";

const examples = await allExamples();
const named = examples.map((example) => [`${example.flow}: ${example.describe}`, example] as const);

describe("the examples beside the flows", () => {
  it("are there, accepted and refused ones", () => {
    expect(examples.some(({ expect: { continues } }) => continues)).toBe(true);
    expect(examples.some(({ expect: { problems } }) => Object.keys(problems ?? {}).length > 0)).toBe(true);
  });

  it.each(named)("%s", async (_, example) => {
    const tried = await triedFlow(example.brand, example.flow, example.content);
    expect(await differences(tried, example)).toEqual([]);
  });

  it.each(named)("%s, as json-logic-js evaluates its rules", async (_, example) => {
    const prepared = await preparedFlow(example.brand, example.flow, example.content);
    const [first, second] = [prepared, preparedAgain(prepared)].map((one) => evaluateExample(one, example));
    expect(disagreements(first!.evaluation, second!.evaluation)).toEqual([]);
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
