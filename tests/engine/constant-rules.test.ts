/** Conditions that say the same whatever is answered: found through ranges and over several fields, and never wrongly. */
import { describe, expect, it } from "vitest";
import { constantValue, type Domain } from "../../schemas/engine/2-check/rules/constant-rules.ts";
import { compileRule, truth } from "../../schemas/engine/all.ts";
import fc from "../support/properties.ts";

const domains: Record<string, Domain> = {
  "car.year": { numbers: true },
  "car.bought": { numbers: true },
  "visit.day": { texts: true },
  "visit.until": { texts: true },
  "visit.area": { among: ["buy", "repair", "other"] },
  "visit.again": { among: [true, false] },
};
const decided = (rule: unknown) => constantValue(rule, (path) => domains[path]);

const year = { var: "car.year" };
const bought = { var: "car.bought" };
const day = { var: "visit.day" };
const until = { var: "visit.until" };
const area = { var: "visit.area" };
const again = { var: "visit.again" };
const asked = { var: "data.cars.value" };

describe("a condition that is never so", () => {
  it.each<[unknown]>([
    [{ and: [{ "==": [area, "buy"] }, { "==": [area, "repair"] }] }],
    [{ and: [{ in: [area, ["buy", "repair"]] }, { "==": [area, "other"] }] }],
    [{ and: [{ ">": [year, 2020] }, { "<": [year, 2010] }] }],
    [{ and: [{ ">=": [year, 2020] }, { "<": [year, 2020] }] }],
    [{ "<": [2020, year, 2010] }],
    [{ and: [{ "<": [year, bought] }, { "<": [bought, year] }] }],
    [{ and: [{ "<": [year, 2010] }, { ">": [bought, 2020] }, { ">": [year, bought] }] }],
    [{ and: [{ "<": [day, "2026-01-01"] }, { ">": [day, until] }, { ">": [until, "2026-06-01"] }] }],
    [{ and: [again, { "!": again }] }],
    [{ and: [asked, { "!": asked }] }],
    [{ and: [{ "!": { or: [again, asked] } }, asked] }],
    [{ and: [{ "!": area }, { "==": [area, "buy"] }] }],
  ])("%j", (rule) => {
    expect(decided(rule)).toBe("never");
  });
});

describe("a condition that is always so", () => {
  it.each<[unknown]>([
    [{ or: [again, { "!": again }] }],
    [{ "!": { and: [{ ">": [year, 2020] }, { "<": [year, 2010] }] } }],
    [{ or: [{ "==": [area, null] }, { in: [area, ["buy", "repair", "other"]] }] }],
  ])("%j", (rule) => {
    expect(decided(rule)).toBe("always");
  });
});

describe("a condition that hangs on answers, or of which nothing can be said", () => {
  it.each<[unknown]>([
    [{ "==": [area, "buy"] }],
    [{ and: [{ ">": [year, 2010] }, { "<": [year, 2011] }] }],
    [{ or: [{ "<": [year, 2010] }, { ">=": [year, 2010] }] }],
    [{ and: [{ "<": [year, bought] }, { "<": [bought, 2020] }, { ">": [year, 2019] }] }],
    [{ in: [area, ["buy", "repair", "other"]] }],
    [{ and: [{ "<": ["2026-01-01", day] }, { "<": [day, "2026-01-02"] }] }],
    [{ and: [asked, { "!": { var: "data.others.value" } }] }],
    [{ and: [{ ">": [{ "+": [year, 1] }, 5] }, { "<": [{ "+": [year, 1] }, 3] }] }],
    [{ and: [{ "==": [year, "2020"] }, { "==": [year, "2021"] }] }],
  ])("%j", (rule) => {
    expect(decided(rule)).toBeUndefined();
  });
});

it("is found in what was generated too, and no answer is ever otherwise", () => {
  const path = fc.constantFrom(...Object.keys(domains));
  const read = path.map((name) => ({ var: name }));
  const literal = fc.constantFrom<unknown>(1, 2, 3, "b", "buy", "repair", true, null);
  const atom = fc.oneof(
    read,
    fc
      .tuple(fc.constantFrom("==", "!=", "===", "<", "<=", ">", ">="), read, fc.oneof(literal, read))
      .map(([operator, ...parts]) => ({ [operator]: parts })),
  );
  const { rule } = fc.letrec<{ rule: unknown }>((tie) => ({
    rule: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      atom,
      fc
        .tuple(fc.constantFrom("and", "or"), fc.array(tie("rule"), { minLength: 1, maxLength: 3 }))
        .map(([operator, parts]) => ({ [operator]: parts })),
      tie("rule").map((part) => ({ "!": [part] })),
    ),
  }));
  const texts = fc.constantFrom<unknown>(null, "a", "b", "bu", "buy", "c", "repair", "z");
  const answer: Record<string, fc.Arbitrary<unknown>> = {
    "car.year": fc.constantFrom<unknown>(null, -1, 0, 1, 1.5, 2, 2.5, 3, 4),
    "car.bought": fc.constantFrom<unknown>(null, -1, 0, 1, 1.5, 2, 2.5, 3, 4),
    "visit.day": texts,
    "visit.until": texts,
    "visit.area": fc.constantFrom<unknown>(null, "buy", "repair", "other"),
    "visit.again": fc.constantFrom<unknown>(null, true, false),
  };
  let told = 0;
  fc.assert(
    fc.property(rule, fc.array(fc.record(answer), { minLength: 20, maxLength: 20 }), (one, all) => {
      const value = decided(one);
      if (value === undefined) return;
      told += 1;
      const holds = compileRule(one);
      for (const answers of all) {
        expect(truth(holds({ variable: (name) => answers[name] ?? null }))).toBe(value === "always");
      }
    }),
    { numRuns: 2000 },
  );
  expect(told).toBeGreaterThan(50);
});
