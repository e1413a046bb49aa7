/** Limits of a number that depend on other answers or on data, and what a percentage is a part of. */
import { describe, expect, it } from "vitest";
import {
  change,
  createEvaluator,
  evaluate,
  boundAnswers,
  type Answers,
  type Context,
  type DataState,
} from "../../schemas/engine/all.ts";
import { writtenFlow } from "../support/written-flow.ts";

const limitsOf = (plan: string) => ({ var: `data.plan.value.${plan}` });
const flow = await writtenFlow(
  {
    data: { plan: { call: "branchOffice.inCity", with: { city: { var: "s.plan" } } } },
    steps: {
      s: {
        title: "S",
        sections: {
          only: {
            fields: {
              plan: { kind: "text", label: "Plan", required: false },
              price: { kind: "money", label: "Precio", required: false },
              least: { kind: "number", label: "Mínimo", required: false },
              share: {
                kind: "percentage",
                label: "Pie",
                required: false,
                format: {
                  operation: "whole",
                  with: { locale: { var: "brand.locale" }, decimals: 2, unit: "%" },
                },
                schema: { maximum: 90 },
                limits: { minimum: { var: "s.least" }, maximum: limitsOf("max") },
                share: { of: { var: "s.price" }, format: { operation: "amount", with: {} } },
                slideBy: 5,
              },
            },
          },
        },
      },
    },
  },
  {},
);

const context = (data: Record<string, DataState> = {}): Context => ({
  today: "2026-11-24",
  data,
  results: {},
});
const plan = (max: unknown): Context =>
  context({ plan: { status: "ready", inputs: { city: "a" }, options: [], value: { max } } });

const problemOf = (answers: Answers, known = context()) => {
  const [found] = evaluate(flow, answers, known).problems;
  return found && { code: found.code, values: found.values };
};

describe("limits that rules give", () => {
  it.each<[string, Answers, Context, { code: string; limit: string } | undefined]>([
    ["nothing is known: the schema's own hold", { "s.share": 90 }, context(), undefined],
    ["beyond the schema's own", { "s.share": 91 }, context(), { code: "maximum", limit: "90" }],
    [
      "an answer gives the least",
      { "s.least": 30, "s.share": 29 },
      context(),
      { code: "minimum", limit: "30" },
    ],
    ["at the least", { "s.least": 30, "s.share": 30 }, context(), undefined],
    ["data give the most", { "s.plan": "a", "s.share": 51 }, plan(50), { code: "maximum", limit: "50" }],
    ["at the most, with decimals", { "s.plan": "a", "s.share": 49.999 }, plan(50), undefined],
    ["data of another question say nothing", { "s.plan": "b", "s.share": 51 }, plan(50), undefined],
    ["what is no number is no limit", { "s.plan": "a", "s.share": 51 }, plan("50"), undefined],
    [
      "the schema's own hold beside it",
      { "s.plan": "a", "s.share": 95 },
      plan(99),
      { code: "maximum", limit: "90" },
    ],
    ["nothing answered, nothing wrong", { "s.least": 30 }, context(), undefined],
  ])("%s", (_name, answers, known, expected) => {
    const found = problemOf(answers, known);
    expect(found && { code: found.code, limit: found.values["limit"] }).toEqual(expected);
  });

  it("are in the field's state, with what it is a part of, as they change", () => {
    const evaluator = createEvaluator(flow, { "s.price": 10_000_000 }, plan(50));
    expect(evaluator.state("s.share")?.numbers).toEqual({ whole: 10_000_000 });
    evaluator.change({ "s.plan": "a", "s.least": 20 });
    expect(evaluator.state("s.share")?.numbers).toEqual({ minimum: 20, maximum: 50, whole: 10_000_000 });
    evaluator.change({ "s.price": undefined });
    expect(evaluator.state("s.share")?.numbers).toEqual({ minimum: 20, maximum: 50 });
  });

  it("judge an answer anew when they change, and keep it", () => {
    const before = { "s.share": 40 };
    const { answers } = change(flow, before, { "s.least": 45 }, context());
    expect(answers["s.share"]).toBe(40);
    expect(problemOf(answers)).toEqual({ code: "minimum", values: { limit: "45" } });
  });
});

describe("a number with decimals in an address", () => {
  const bound = { "s.share": "pie" };
  it.each([
    ["40", 40],
    ["40.032026", 40.032_026],
    ["40,5", 40.5],
    ["cuarenta", undefined],
  ])("%s is read as %s", (text, expected) => {
    expect(boundAnswers(flow, bound, () => [text])["s.share"]).toBe(expected);
  });
});
