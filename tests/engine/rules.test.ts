import jsonLogic from "json-logic-js";
import { describe, expect, it } from "vitest";
import { compileRule, operators, RuleError, ruleVariables } from "../../schemas/engine/all.ts";
import fc from "../support/properties.ts";

const scopeOf = (answers: Record<string, unknown>) => ({
  variable: (path: string): unknown => answers[path] ?? null,
});

const run = (rule: unknown, answers: Record<string, unknown> = {}): unknown =>
  compileRule(rule)(scopeOf(answers));

/** Each row: rule, answers, what it gives. */
const table: [rule: unknown, answers: Record<string, unknown>, gives: unknown][] = [
  [{ var: "a" }, { a: 1 }, 1],
  [{ var: ["a", 7] }, {}, 7],
  [{ "==": [{ var: "a" }, "x"] }, { a: "x" }, true],
  [{ "!=": [{ var: "a" }, "x"] }, { a: "y" }, true],
  [{ and: [true, { var: "a" }] }, { a: 0 }, 0],
  [{ or: [{ var: "a" }, "otherwise"] }, {}, "otherwise"],
  [{ if: [false, 1, true, 2, 3] }, {}, 2],
  [{ "?:": [{ var: "a" }, 1, 2] }, {}, 2],
  [{ "<": [1, { var: "a" }, 3] }, { a: 2 }, true],
  [{ in: ["a", "abc"] }, {}, true],
  [{ in: [{ var: "a" }, ["x", "y"]] }, { a: "y" }, true],
  [{ cat: ["a", { var: "b" }] }, { b: 1 }, "a1"],
  [{ substr: ["abcdef", 1, -1] }, {}, "bcde"],
  [{ missing: ["a", "b"] }, { a: 1 }, ["b"]],
  [{ missing_some: [1, ["a", "b"]] }, { a: 1 }, []],
  [{ map: [{ var: "list" }, { "+": [{ var: "n" }, 1] }] }, { list: [{ n: 1 }, { n: 2 }] }, [2, 3]],
  [{ some: [{ var: "list" }, { ">": [{ var: "" }, 2] }] }, { list: [1, 3] }, true],
  [{ all: [{ var: "list" }, true] }, { list: [] }, false],
  [{ none: [{ var: "list" }, true] }, {}, true],
  [
    { reduce: [{ var: "list" }, { "+": [{ var: "accumulator" }, { var: "current" }] }, 10] },
    { list: [1, 2] },
    13,
  ],
  [{ "rut.isValid": [{ var: "a" }] }, { a: "12345678-5" }, true],
];

describe("rules", () => {
  it.each(table)("%j with %j gives %j", (rule, answers, gives) => {
    expect(run(rule, answers)).toEqual(gives);
  });

  it.each(["<", "<=", ">", ">=", "!=", "!=="])("%s with an absent value is false", (operator) => {
    for (const absent of [null, ""]) {
      expect(run({ [operator]: [{ var: "a" }, 5] }, { a: absent })).toBe(false);
      expect(run({ [operator]: [5, { var: "a" }] }, { a: absent })).toBe(false);
    }
  });

  it.each([
    [{ nope: [1] }, "unknown operator"],
    [{ log: [1] }, "unknown operator"],
    [{ var: { var: "a" } }, "written out"],
    [{ "==": [1, 1], "!": [1] }, "one operator"],
    [{}, "one operator"],
    [{ constructor: [1] }, "unknown operator"],
    [{ toString: [] }, "unknown operator"],
  ])("%j is refused when it is compiled", (rule, message) => {
    expect(() => compileRule(rule)).toThrow(RuleError);
    expect(() => compileRule(rule)).toThrow(message);
  });

  it("finds the paths that a rule reads, and not those of an item", () => {
    const rule = {
      and: [
        { some: [{ var: "list" }, { "==": [{ var: "inner" }, 1] }] },
        { missing: ["a", "b"] },
        { missing_some: [1, ["c"]] },
        { if: [{ var: ["d", 0] }, { "rut.isValid": [{ var: "e" }] }] },
      ],
    };
    expect(ruleVariables(rule).toSorted()).toEqual(["a", "b", "c", "d", "e", "list"]);
  });
});

// json-logic-js is the oracle wherever we mean the same: with values present, and without its operators that we leave out.
describe("json-logic-js says the same", () => {
  const present = fc.oneof(
    fc.integer({ min: -50, max: 50 }),
    fc.boolean(),
    fc.constantFrom("a", "b", "12", "abc"),
  );
  const data = fc.record(
    { a: present, b: present, list: fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 4 }) },
    { noNullPrototype: true },
  );
  const leaf = fc.oneof(present, fc.constantFrom({ var: "a" }, { var: "b" }));
  const overItems = new Set(["some", "all", "none", "filter", "map"]);
  const { rule } = fc.letrec<{ rule: unknown }>((tie) => {
    const deep = tie("rule");
    const two = (...names: string[]) =>
      fc.tuple(fc.constantFrom(...names), deep, deep).map(([name, x, y]) => ({ [name]: [x, y] }));
    return {
      rule: fc.oneof(
        { maxDepth: 4 },
        leaf,
        two("==", "===", "!=", "!==", "<", "<=", ">", ">=", "and", "or"),
        fc.tuple(fc.constantFrom("!", "!!"), deep).map(([name, x]) => ({ [name]: [x] })),
        fc.tuple(deep, deep, deep).map((parts) => ({ if: parts })),
        fc.tuple(leaf, leaf).map((parts) => ({ cat: parts })),
        fc.constantFrom(...overItems).map((name) => ({
          [name]: [{ var: "list" }, { ">": [{ var: "" }, 1] }],
        })),
        fc.tuple(fc.integer(), fc.integer()).map((parts) => ({ max: parts })),
        fc
          .tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 9 }))
          .map((parts) => ({ "%": parts })),
      ),
    };
  });

  it("on generated rules and answers", () => {
    const absent = new Set<unknown>([null, undefined, ""]);
    fc.assert(
      fc.property(rule, data, (generated, answers) => {
        // A part of a rule may itself give an absent value ('' from cat, null): there we mean something else.
        let meetsAbsent = false;
        const look = (part: unknown): void => {
          if (Array.isArray(part)) return part.forEach(look);
          if (typeof part !== "object" || part === null) return;
          if (absent.has(jsonLogic.apply(part, answers))) meetsAbsent = true;
          // What stands beside a list is about its items.
          for (const [name, value] of Object.entries(part)) look(overItems.has(name) ? value[0] : value);
        };
        look(generated);
        fc.pre(!meetsAbsent);
        expect(run(generated, answers)).toEqual(jsonLogic.apply(generated as never, answers));
      }),
      { numRuns: 3000 },
    );
  });

  it("knows every operator of ours but the operations", () => {
    for (const name of operators)
      expect(() => jsonLogic.apply({ [name]: [[], 1] } as never, {})).not.toThrow();
  });
});
