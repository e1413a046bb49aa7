import { readFileSync } from "node:fs";
import { join } from "node:path";
import jsonLogic, { type RulesLogic } from "json-logic-js";
import { describe, expect, it } from "vitest";
import { compileRule, operators, RuleError } from "../../schemas/engine/all.ts";
import { compileWithJsonLogic } from "../../server/evaluation/json-logic.ts";
import { root } from "../support/definitions.ts";
import { generatedData, generatedRule } from "./generated-rules.ts";
import fc from "../support/properties.ts";

type Case = [rule: unknown, data: unknown, result: unknown];
interface LeftOut {
  why: string;
  /** `here` is what the engine gives, or "refused" when it is compiled. */
  cases: { rule: unknown; data: unknown; result: unknown; here: unknown }[];
}

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(join(root, "fixtures/conformance", name), "utf8"));
const cases = fixture("json-logic.json") as Record<string, Case[]>;
const leftOut = fixture("json-logic-left-out.json") as Record<string, LeftOut>;

const walk = (data: unknown, path: string): unknown => {
  let at = data;
  for (const key of path === "" ? [] : path.split(".")) {
    if (at === null || at === undefined || !Object.hasOwn(Object(at) as object, key)) return null;
    at = (at as Record<string, unknown>)[key];
  }
  return at ?? null;
};

const engine = (rule: unknown, data: unknown): unknown =>
  compileRule(rule)({ variable: (path) => walk(data, path) });

const second = (rule: unknown, data: unknown): unknown =>
  compileWithJsonLogic(rule)({ variable: (path) => walk(data, path) });

const oracle = (rule: unknown, data: unknown): unknown => jsonLogic.apply(rule as RulesLogic, data);

const refusedOr = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    if (error instanceof RuleError) return "refused";
    throw error;
  }
};

describe.each(Object.entries(cases))("JSON Logic: %s", (_, rows) => {
  it.each(rows)("%j with %j is %j", (rule, data, result) => {
    expect(oracle(rule, data)).toEqual(result);
    expect(engine(rule, data)).toEqual(result);
    expect(second(rule, data)).toEqual(result);
  });
});

describe("the cases of JSON Logic", () => {
  it("are about every operator", () => {
    expect(Object.values(cases).flat().length).toBeGreaterThan(400);
    const thin = [...operators].filter((name) => (cases[name]?.length ?? 0) < 5);
    expect(thin).toEqual([]);
  });

  it("are each there once", () => {
    const all = Object.values(cases)
      .flat()
      .map(([rule, data]) => JSON.stringify([rule, data]));
    expect(all.filter((one, index) => all.indexOf(one) < index)).toEqual([]);
  });
});

describe.each(Object.entries(leftOut))("left out: %s", (_, { cases: rows }) => {
  it.each(rows)("$rule with $data", ({ rule, data, result, here }) => {
    expect(oracle(rule, data)).toEqual(result);
    const given = refusedOr(() => engine(rule, data));
    expect(given).toEqual(here);
    expect(given).not.toEqual(result);
    if (here !== "refused") expect(second(rule, data)).toEqual(here);
  });
});

it("docs/conformance.md names exactly what is left out", () => {
  const text = readFileSync(join(root, "docs/conformance.md"), "utf8");
  const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;
  const expected = Object.entries(leftOut).map(([title, { why, cases: rows }]) =>
    [
      title,
      why,
      ...rows.map(
        ({ rule, data, result, here }) =>
          `- ${code(rule)} with ${code(data)} is ${code(result)} in JSON Logic, ${here === "refused" ? here : code(here)} here`,
      ),
    ].join("\n"),
  );
  const sections = text
    .slice(0, text.indexOf("\n## JSON Schema"))
    .split(/^### /m)
    .slice(1)
    .map((section) => section.split("\n").filter(Boolean).join("\n"));
  expect(sections).toEqual(expected);
});

describe("on generated rules, json-logic-js says the same", () => {
  // JSON has no zero below zero.
  const withoutSign = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(withoutSign) : value === 0 ? 0 : value;

  it("whatever the operators, values present or absent", () => {
    const used = new Set<string>();
    fc.assert(
      fc.property(generatedRule, generatedData, (rule, data) => {
        for (const [, name] of JSON.stringify(rule).matchAll(/\{"([^"]+)":/g)) used.add(name!);
        expect(withoutSign(engine(rule, data))).toEqual(withoutSign(second(rule, data)));
      }),
      { numRuns: 5000 },
    );
    expect([...operators].filter((name) => !used.has(name))).toEqual([]);
  });
});

// Each of these was a mistake of the engine once.
describe("mistakes of the engine that were mended", () => {
  it.each<Case>([
    [{ var: ["a", { "+": [1, 2] }] }, {}, 3],
    [{ var: ["a", { var: "b" }] }, { b: "x" }, "x"],
    [{ missing_some: [{ "+": [1, 0] }, ["a", "b"]] }, { a: 1 }, []],
    [{ missing_some: [{ var: "n" }, ["a", "b"]] }, { n: 1, a: 1 }, []],
    [{ in: ["", ""] }, null, false],
    [{ "-": [true, false] }, null, 1],
    [{ "%": [true, 2] }, null, 1],
    [{ "-": ["0x10", 0] }, null, 16],
    // No number at all: comparisons with it are false.
    [{ ">": [{ "-": ["12 km", 2] }, 5] }, null, false],
    [{ ">": [{ "/": ["12 km", 2] }, 5] }, null, false],
  ])("%j with %j should be %j", (rule, data, result) => {
    expect(oracle(rule, data)).toEqual(result);
    expect(engine(rule, data)).toEqual(result);
    expect(second(rule, data)).toEqual(result);
  });

  // An ordering or an inequality of an absent value is false, so one of what was worked out from it must be too.
  it.each([
    [{ "!=": [{ "-": [{ var: "a" }, 2000] }, 20] }],
    [{ "!=": [{ "+": [{ var: "a" }, 1] }, 20] }],
    [{ "<": [{ min: [{ var: "a" }, 3] }, 1] }],
    [{ ">": [{ max: [{ var: "a" }, -3] }, -1] }],
    [{ "!=": [{ substr: [{ var: "a" }, 0, 2] }, "AB"] }],
  ])("%j should be false where a is absent", (rule) => {
    expect(engine(rule, {})).toBe(false);
  });
});
