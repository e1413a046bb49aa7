import { describe, expect, it } from "vitest";
import { answerText, change, evaluate, type Answers } from "../../schemas/engine/all.ts";
import { ageInYears } from "../../schemas/engine/operations/date.ts";
import { smallFlow } from "../support/definitions.ts";

const context = { today: "2026-11-21", data: {}, results: {} };
const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));
const is = (path: string, value: string) => ({ "==": [{ var: path }, value] });

describe("several of the options", () => {
  const flow = smallFlow({
    several: {
      type: "choices",
      required: true,
      schema: { type: "array", items: { type: "string" }, uniqueItems: true },
      options: { list: options },
    },
  });
  const code = (value: unknown) =>
    evaluate(flow, { "s.several": value } as Answers, context).problems[0]?.code;

  it.each([
    [["a"], undefined],
    [["c", "a"], undefined],
    [[], "required"],
    [["a", "a"], "uniqueItems"],
    [["a", "x"], "notOffered"],
    ["a", "type"],
    [[1], "type"],
  ])("%j: %s", (value, problem) => {
    expect(code(value)).toBe(problem);
  });

  it("is read by rules and people as what was chosen", () => {
    expect(answerText(flow, "s.several", { value: ["c", "a"], options })).toBe("C, A");
  });
});

describe("variants", () => {
  const flow = smallFlow({
    type: {},
    number: {
      enabledWhen: { "!!": { var: "s.type" } },
      variants: [
        {
          when: is("s.type", "dni"),
          schema: { type: "string", pattern: "^[0-9]{8}$" },
          validator: "leaf_dni",
          says: { "*": "digits" },
          format: { operation: "digits", with: { length: 8 } },
        },
        {
          when: { in: [{ var: "s.type" }, ["passport", "dni"]] },
          schema: { type: "string", maxLength: 12 },
          validator: "leaf_passport",
          says: {},
        },
      ],
      schema: { type: "string", maxLength: 15 },
    },
  });
  const at = (type: string | undefined, number: string) => {
    const { fields, problems } = evaluate(flow, { "s.type": type, "s.number": number }, context);
    return [fields["s.number"]?.variant, problems[0]?.code];
  };

  it("the first one that holds counts, with its schema and its words; without one the field's own do", () => {
    expect(at("dni", "12345678")).toEqual([0, undefined]);
    expect(at("dni", "1234567890")).toEqual([0, "text.digits"]);
    expect(at("passport", "1234567890")).toEqual([1, undefined]);
    expect(at("passport", "x".repeat(13))).toEqual([1, "maxLength"]);
    expect(at("other", "x".repeat(13))).toEqual([undefined, undefined]);
    expect(at("other", "x".repeat(16))).toEqual([undefined, "maxLength"]);
  });

  it("keeps the answer when another one holds, and judges it anew", () => {
    const { answers } = change(
      flow,
      { "s.type": "passport", "s.number": "1234567890" },
      { "s.type": "dni" },
      context,
    );
    expect(answers["s.number"]).toBe("1234567890");
  });
});

describe("a computed field", () => {
  const flow = smallFlow({
    a: { type: "number", schema: { type: "number" } },
    b: { type: "number", schema: { type: "number" } },
    sum: {
      type: "number",
      required: true,
      schema: { type: "number", maximum: 10 },
      computed: {
        if: [
          { and: [{ "!!": { var: "s.a" } }, { "!!": { var: "s.b" } }] },
          { "+": [{ var: "s.a" }, { var: "s.b" }] },
          null,
        ],
      },
    },
  });

  it("has the value that its rule gives, whatever is sent for it", () => {
    const found = evaluate(flow, { "s.a": 2, "s.b": 3, "s.sum": 99 }, context);
    expect([found.values["s.sum"], found.cleared, found.problems]).toEqual([5, [], []]);
    expect(change(flow, { "s.a": 2, "s.b": 3 }, { "s.sum": 99 }, context).answers).toEqual({
      "s.a": 2,
      "s.b": 3,
    });
  });

  it("is judged as any other", () => {
    expect(evaluate(flow, { "s.a": 8, "s.b": 3 }, context).problems[0]).toMatchObject({
      path: "s.sum",
      code: "maximum",
    });
    expect(evaluate(flow, { "s.a": 8 }, context).problems[0]).toMatchObject({
      path: "s.sum",
      code: "required",
    });
  });

  it("whose rule fails is a problem", () => {
    const broken = smallFlow({ x: { computed: { var: "nowhere.x" } } });
    expect(evaluate(broken, {}, context).problems[0]).toMatchObject({ path: "s.x", code: "rule" });
  });
});

it.each([
  ["2008-11-21", "2026-11-21", 18],
  ["2008-11-22", "2026-11-21", 17],
  ["2008-02-29", "2026-02-28", 17],
  ["2008-02-29", "2026-03-01", 18],
  ["2026-11-21", "2026-11-21", 0],
  ["2008-02-30", "2026-03-01", null],
  [null, "2026-03-01", null],
  ["1985", "2026-03-01", null],
])("from %s to %s it is %s years", (born, on, years) => {
  expect(ageInYears(born, on)).toBe(years);
});
