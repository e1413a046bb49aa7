/** Why a field is shown, and what was shown: held against what the engine decides, for every example of every form. */
import { describe, expect, it } from "vitest";
import {
  allShown,
  answerText,
  compileRule,
  evaluate,
  explainField,
  explainRule,
  fillWords,
  placeholderText,
  scopeOf,
  shownSteps,
  truth,
  type Context,
  type Evaluation,
  type Explained,
  type Prepared,
  type RuleScope,
} from "../../schemas/engine/all.ts";
import { valueAt } from "../../schemas/engine/evaluate.ts";
import { preparedFlow } from "../support/definitions.ts";
import { allExamples, evaluateExample } from "../support/examples.ts";
import { writtenFlow } from "../support/written-flow.ts";
import { generatedData, generatedRule } from "./generated-rules.ts";
import fc from "../support/properties.ts";

const shown = (prepared: Prepared, evaluation: Evaluation, context: Context, last: string) => {
  const scope = scopeOf(prepared, evaluation.values, context, evaluation.inputs);
  const source = {
    field: (path: string) => evaluation.fields[path],
    variable: (name: string) => scope.variable(name),
  };
  const fill = (words: Parameters<typeof fillWords>[0]) =>
    fillWords(words, (name, format) => placeholderText(prepared, source, name, format));
  const label = (path: string) => answerText(prepared, path, evaluation.fields[path]!);
  return shownSteps({ flow: prepared.flow, evaluation, label, fill }, last);
};

describe("every field of every example", () => {
  it("is shown, open and required as its reasons say, and what was shown is shown again", async () => {
    const wrong: string[][] = [];
    let fields = 0;
    let hidden = 0;
    for (const example of await allExamples()) {
      const prepared = await preparedFlow(example.brand, example.flow, example.content);
      const { evaluation, context } = evaluateExample(prepared, example);
      for (const [path, state] of Object.entries(evaluation.fields)) {
        const found = explainField(prepared, evaluation, context, path)!;
        const around = found.reasons.filter(({ of }) => of !== "required" && of !== "enabled");
        const required = found.reasons.find(({ of }) => of === "required")!;
        const open = found.reasons.every(({ of, holds }) => of !== "enabled" || holds);
        const isSo =
          around.every(({ holds }) => holds) === state.visible &&
          (!state.visible || required.holds === state.required) &&
          // A choice may be closed for want of something to choose from.
          (!state.enabled || open);
        if (!isSo) wrong.push([example.flow, example.describe, path]);
        fields += 1;
        if (!state.visible) hidden += 1;
      }
      const last = prepared.flow.steps.at(-1)!.id;
      const steps = shown(prepared, evaluation, context, last);
      const paths = allShown(steps).map(({ path }) => path);
      const visible = Object.keys(evaluation.fields).filter((path) => evaluation.fields[path]!.visible);
      expect([example.flow, paths.toSorted()]).toEqual([example.flow, visible.toSorted()]);
      // What is kept is the effective answers: they give the same again.
      const again = evaluate(prepared, JSON.parse(JSON.stringify(evaluation.values)), context);
      expect(shown(prepared, again, context, last)).toEqual(steps);
    }
    expect(wrong).toEqual([]);
    expect(fields).toBeGreaterThan(2000);
    expect(hidden).toBeGreaterThan(200);
  });

  it("what is no field has no reasons", async () => {
    const prepared = await preparedFlow("SI", "contact");
    const context: Context = { today: "2026-11-21", results: {}, data: {} };
    const evaluation = evaluate(prepared, {}, context);
    for (const path of ["", "request", "request.nothing", "nothing.name", "constructor"]) {
      expect(explainField(prepared, evaluation, context, path)).toBeUndefined();
    }
  });
});

describe("explainRule", () => {
  const scopeFor = (data: object): RuleScope => ({ variable: (path) => valueAt(data, path) });

  it("gives what the rule gives, and its parts make up the whole", () => {
    const consistent = (one: Explained): void => {
      if (!one.parts) return;
      one.parts.forEach(consistent);
      const [operator] = Object.keys(one.rule as object);
      const outcomes = one.parts.map(({ outcome }) => outcome);
      if (one.outcome === "failed" || outcomes.includes("failed")) return;
      if (operator === "and")
        expect(one.outcome === "holds").toBe(
          outcomes.length > 0 && outcomes.every((each) => each === "holds"),
        );
      if (operator === "or") expect(one.outcome === "holds").toBe(outcomes.includes("holds"));
      if (operator === "!") expect(one.outcome === "holds").toBe(outcomes[0] !== "holds");
      const decided = outcomes.findIndex((each) => each === (operator === "and" ? "fails" : "holds"));
      if (decided >= 0 && (operator === "and" || operator === "or")) {
        expect(outcomes.slice(decided + 1).every((each) => each === "unread")).toBe(true);
      }
    };
    fc.assert(
      fc.property(generatedRule, generatedData, (rule, data) => {
        const scope = scopeFor(data);
        const found = explainRule(rule, scope);
        let value: unknown;
        try {
          value = compileRule(rule)(scope);
        } catch {
          expect(found.outcome).toBe("failed");
          return;
        }
        expect(found.value).toEqual(value);
        expect(found.outcome).toBe(truth(value) ? "holds" : "fails");
        consistent(found);
      }),
      { numRuns: 500 },
    );
  });

  it("says of each condition what it read, also of one that was not needed", () => {
    const rule = { and: [{ "==": [{ var: "a" }, 1] }, { or: [{ ">": [{ var: "b" }, 2] }, { var: "c" }] }] };
    const at = (data: object) => explainRule(rule, scopeFor(data));
    expect(at({ a: 1, b: 3 })).toMatchObject({
      outcome: "holds",
      parts: [
        { outcome: "holds", reads: [{ path: "a", value: 1 }] },
        {
          outcome: "holds",
          parts: [
            { outcome: "holds", reads: [{ path: "b", value: 3 }] },
            { outcome: "unread", reads: [{ path: "c", value: null }] },
          ],
        },
      ],
    });
    expect(at({ a: 2, b: 3 })).toMatchObject({
      outcome: "fails",
      parts: [
        { outcome: "fails" },
        {
          outcome: "unread",
          reads: [
            { path: "b", value: 3 },
            { path: "c", value: null },
          ],
        },
      ],
    });
    expect(explainRule({ "no.such": [] }, scopeFor({})).outcome).toBe("failed");
  });
});

it("a field in a row is explained by the answers of its own row", async () => {
  const text = { kind: "text", schema: { maxLength: 20 } };
  const prepared = await writtenFlow({
    steps: {
      home: {
        title: "Familia",
        sections: {
          main: {
            fields: {
              people: {
                kind: "list",
                label: "Personas",
                fields: {
                  kind: { ...text, label: "Qué es" },
                  other: { ...text, label: "Cuál", visibleWhen: { "==": [{ var: "row.kind" }, "otro"] } },
                },
              },
            },
          },
        },
      },
    },
  });
  const answers = {
    "home.people": ["r1", "r2"],
    "home.people.r1.kind": "otro",
    "home.people.r2.kind": "hija",
  };
  const context: Context = { today: "2026-11-21", results: {}, data: {} };
  const evaluation = evaluate(prepared, answers, context);
  const why = (row: string) => explainField(prepared, evaluation, context, `home.people.${row}.other`)!;
  expect([why("r1").visible, why("r2").visible]).toEqual([true, false]);
  expect(why("r2").reasons.find(({ of }) => of === "visible")?.explained?.reads).toEqual([
    { path: "home.people.r2.kind", value: "hija" },
  ]);
  expect(why("r3")).toMatchObject({ visible: false });
  expect(why("r3").reasons.find(({ of }) => of === "row")).toMatchObject({ holds: false });
});
