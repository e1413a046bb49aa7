import { describe, expect, it } from "vitest";
import { foldRule } from "../../schemas/engine/3-compile/fold.ts";
import {
  change,
  compileRule,
  evaluate,
  ruleVariables,
  type Context,
  type DataState,
  type Evaluation,
} from "../../schemas/engine/all.ts";
import { smallFlow } from "../support/definitions.ts";

const context: Context = { today: "2026-11-21", data: {}, results: {} };

// Each of these was a mistake of the engine once.
describe("mistakes of the engine that were mended", () => {
  const isPresent = (path: string) => ({ "!!": { var: path } });
  const codes = ({ problems }: Evaluation) => problems.map(({ path, code }) => `${path}: ${code}`);

  it("a rule about what is missing can be evaluated", () => {
    const flow = smallFlow({ a: {}, b: { visibleWhen: { "!": { missing: ["s.a"] } } } });
    expect(codes(evaluate(flow, { "s.a": "x" }, context))).toEqual([]);
  });

  it("a check can read another field", () => {
    const rule = { "==": [{ var: "value" }, { var: "s.b" }] };
    const flow = smallFlow({ a: { checks: [{ rule, says: "same" }] }, b: {} });
    expect(codes(evaluate(flow, { "s.a": "x", "s.b": "x" }, context))).toEqual([]);
  });

  it("names that are worked out for missing are read before they are needed", () => {
    const names = { merge: ["s.a", { if: [{ var: "s.a" }, ["s.b"], []] }] };
    expect(ruleVariables({ missing: names }).toSorted()).toEqual(["s.a", "s.b"]);
    expect(ruleVariables({ missing_some: [1, names] }).toSorted()).toEqual(["s.a", "s.b"]);
    expect(ruleVariables({ var: ["s.a", { var: "s.b" }] }).toSorted()).toEqual(["s.a", "s.b"]);
  });

  it("what hangs on a disabled choice is not offered", () => {
    const places = [{ value: "x", label: "X", options: [{ value: "x1", label: "X1" }] }];
    const flow = smallFlow(
      {
        gate: {},
        a: { type: "choice", options: { tree: "places" }, enabledWhen: isPresent("s.gate") },
        b: { type: "choice", options: { tree: "places", under: "s.a" } },
      },
      { trees: { places } },
    );
    expect(evaluate(flow, { "s.a": "x", "s.b": "x1" }, context).values).toEqual({});
  });

  it.each<Partial<DataState>>([
    { status: "loading" },
    { status: "failed" },
    { status: "empty", options: [] },
  ])("a choice that is disabled by its rule is not asked for, whatever its list is: %j", (state) => {
    const flow = smallFlow(
      {
        gate: {},
        a: { type: "choice", required: true, options: { data: "list" }, enabledWhen: isPresent("s.gate") },
      },
      { data: { list: { call: "x.list", on: "load", with: {} } } },
    );
    const data = { list: { inputs: {}, ...state } as DataState };
    expect(codes(evaluate(flow, {}, { ...context, data }))).toEqual([]);
  });

  const facts = (path: string): unknown => ({ "brand.none": null, "brand.country": "CL" })[path];
  it.each([
    ["the default of a fact that the brand does not have", { var: ["brand.none", 5] }, 5],
    [
      "a fact that a reduction begins with",
      { reduce: [[], { var: "current" }, { var: "brand.country" }] },
      "CL",
    ],
    ["a fact in missing", { missing: ["brand.country"] }, []],
    ["a fact in missing_some", { missing_some: [1, ["brand.country", "s.a"]] }, []],
  ])("folding keeps %s", (_, rule, result) => {
    const scope = {
      variable: (path: string): unknown => {
        if (path.startsWith("brand.")) throw new Error(`${path} was not folded`);
        return null;
      },
    };
    expect(compileRule(foldRule(rule, facts))(scope)).toEqual(result);
  });

  it("folding keeps what can never be enough", () => {
    const rule = foldRule({ missing_some: [2, ["brand.none", "s.a"]] }, facts);
    expect(compileRule(rule)({ variable: () => "answered" })).toEqual(["brand.none"]);
  });

  it("what is not offered is cleared, whatever else is wrong with the field", () => {
    const flow = smallFlow({
      pick: {
        type: "choice",
        options: { list: [{ value: "a", label: "A" }] },
        required: { "!!": { var: "nowhere.at" } },
      },
    });
    expect(codes(evaluate(flow, { "s.pick": "z" }, context))).toEqual(["s.pick: rule"]);
    expect(change(flow, { "s.pick": "z" }, {}, context).cleared).toEqual(["s.pick"]);
  });
});
