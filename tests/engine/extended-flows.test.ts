import { describe, expect, it } from "vitest";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import type { Sources } from "../../schemas/engine/types/index.ts";
import { baseSources, changed } from "./broken-cases.ts";

const whole = baseSources();
const base = "schemas/flows/visit/flow.json";
const own = "schemas/flows/tour/flow.json";

const withFlow = (flow: object, path = own): Sources => ({ ...whole, [path]: JSON.stringify(flow, null, 2) });

const told = (sources: Sources): string[] =>
  checkSources(sources).map(({ code, file, line }) => `${code} ${file}:${line}`);

const lineOf = (text: string): number =>
  whole[base]!.split("\n").findIndex((line) => line.includes(text)) + 1;

interface Flow {
  title: string;
  extends?: string;
  rules?: object;
  steps: Record<string, { title: string; sections: { what: { fields: Record<string, object> } } }>;
}

const flowOf = (sources: Sources): Flow => readSources(sources).files[own]!.value as Flow;

describe("a flow that extends another", () => {
  it("takes all that it does not say, and puts what is new after what is named before it", () => {
    const there = readSources(whole).files[base]!.value as Flow;
    const flow = flowOf(
      withFlow({
        flow: "tour",
        extends: "visit",
        title: "Recorrido",
        rules: { isLate: true },
        steps: {
          subject: {
            title: "¿Qué quieres ver?",
            sections: {
              what: { fields: { area: {}, guide: { kind: "checkbox" }, hour: { label: "A qué hora" } } },
            },
          },
          tour: { title: "Tu recorrido" },
        },
      }),
    );
    const { subject } = flow.steps;
    const [first, ...others] = Object.keys(there.steps);
    expect(flow.extends).toBeUndefined();
    expect(flow.title).toBe("Recorrido");
    expect(Object.keys(flow.steps)).toEqual([first, "tour", ...others]);
    expect(subject!.title).toBe("¿Qué quieres ver?");
    const [area, ...fields] = Object.keys(there.steps["subject"]!.sections.what.fields);
    expect(Object.keys(subject!.sections.what.fields)).toEqual([area, "guide", ...fields]);
    expect(subject!.sections.what.fields["hour"]).toEqual({
      ...there.steps["subject"]!.sections.what.fields["hour"],
      label: "A qué hora",
    });
  });

  it("replaces rules, queries and programs as a whole, also where they are done", () => {
    const files = {
      ...whole,
      [own]: JSON.stringify({
        flow: "tour",
        extends: "walk",
        rules: { isLate: { "!": { var: "a.b" } } },
        programs: { leave: [{ go: "c" }] },
      }),
      "schemas/flows/walk/flow.json": JSON.stringify({
        flow: "walk",
        rules: { isLate: { and: [true, false] }, isEarly: true },
        steps: { a: { onContinue: [{ do: "leave" }] }, b: {}, c: {} },
        programs: { leave: [{ go: "b" }, { go: "a" }] },
      }),
    };
    expect(flowOf(files)).toMatchObject({
      rules: { isLate: { "!": { var: "a.b" } }, isEarly: true },
      steps: { a: { onContinue: [{ go: "c" }] } },
    });
    expect(readSources(files).files["schemas/flows/walk/flow.json"]!.value).toMatchObject({
      steps: { a: { onContinue: [{ go: "b" }, { go: "a" }] } },
    });
  });

  it("is told of a mistake once, in the file that makes it", () => {
    const extending = withFlow({ flow: "tour", extends: "visit" });
    expect(told(extending)).toEqual([]);
    expect(readSources(extending).files["schemas/flows/tour/wording.es.json"]!.value).toBeDefined();
    const replace = '"label": "Tema"';
    expect(told(changed(extending, { [base]: { replace, by: '"label": "Tema {brand.nobody}"' } }))).toEqual([
      `unknown-placeholder ${base}:${lineOf(replace)}`,
    ]);
    const wrong = withFlow({ flow: "tour", extends: "visit", rules: { isLate: { var: "subject.nothing" } } });
    expect(told(wrong)).toContainEqual(expect.stringMatching(`^unknown-field ${own}:`));
  });

  it("is not judged while what it extends is not there, cannot be read, or leads back", () => {
    expect(told(withFlow({ flow: "tour", extends: "nowhere" }))).toEqual([`unknown-flow ${own}:3`]);
    const unread = { ...withFlow({ flow: "tour", extends: "walk" }), "schemas/flows/walk/flow.json": "{" };
    expect(told(unread)).toEqual([expect.stringContaining("schemas/flows/walk/flow.json")]);
    const walk = { flow: "walk", extends: "tour" };
    const circle = {
      ...withFlow({ flow: "tour", extends: "walk" }),
      "schemas/flows/walk/flow.json": JSON.stringify(walk, null, 2),
    };
    expect(told(circle)).toEqual([
      `endless-extends ${own}:3`,
      "endless-extends schemas/flows/walk/flow.json:3",
    ]);
  });
});
