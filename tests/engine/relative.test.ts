import { describe, expect, it } from "vitest";
import { compileRule, ruleVariables, type CompiledFlow, type RuleScope } from "../../schemas/engine/all.ts";
import { absolute, type Names } from "../../schemas/engine/1-read/relative.ts";
import { valueAt } from "../../schemas/engine/4-evaluate/rules.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand } from "../support/definitions.ts";
import { writtenFlow } from "../support/written-flow.ts";
import fc, { propertyRuns } from "../support/properties.ts";

const relativeHeads = new Set(["group", "row", "with"]);
const isRelative = (path: string): boolean => path.includes(".") && relativeHeads.has(path.split(".", 1)[0]!);

const operator = (names: string[], ...parts: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...names), ...parts).map(([name, ...values]) => ({ [name]: values }));

/** Rules that read these names; `plain` ones are paths wherever they stand, so that `missing` takes them. */
function ruleReading(all: string[], plain: string[], lists: string[] = ["s.list"]): fc.Arbitrary<unknown> {
  const path = fc.constantFrom(...all);
  const read = path.map((one) => ({ var: one }));
  const value = fc.constantFrom<unknown>("a", "b", 1, true, null);
  const list = fc.constantFrom(...lists).map((one) => ({ var: one }));
  const { rule } = fc.letrec<{ rule: unknown }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 4 },
      read,
      value,
      fc.tuple(path, tie("rule")).map((both) => ({ var: both })),
      operator(["==", "!=", "and", "or", "cat"], tie("rule"), tie("rule")),
      operator(["!", "!!"], tie("rule")),
      operator(["if"], tie("rule"), tie("rule"), tie("rule")),
      operator(["some", "filter"], list, item),
      fc.uniqueArray(fc.constantFrom(...plain), { minLength: 1 }).map((paths) => ({ missing: paths })),
      fc
        .uniqueArray(fc.constantFrom(...plain), { minLength: 1 })
        .map((paths) => ({ missing_some: [1, paths] })),
    ),
  }));
  return rule;
}

/** Inside, the item alone is seen: its own keys may have any name. */
const item = fc.constantFrom<unknown>({ "==": [{ var: "group" }, "a"] }, { "!!": { var: "row" } }, true);

const full = ["s.a", "s.g.a", "s.list.b", "today"];
const around = [...full, "group.a", "row.b", "group.none"];
const outside = ruleReading(around, around, ["s.list", "group.list"]);
const given = fc.record({ p: outside, path: fc.constantFrom({ var: "group.o" }, { var: "s.g.o" }) });
const defaults = fc.record({ p: ruleReading(full, full), q: ruleReading(full, full) });
const inside = ruleReading(
  [...around, "with.p", "with.q", "with.none", "with.path", "with.path.x"],
  [...around, "with.path"],
  ["s.list", "group.list"],
);

const names = fc
  .record({ given, defaults })
  .map(({ given: rules, defaults: otherwise }): Required<Omit<Names, "rules">> => ({
    group: "s.h",
    row: "s.list",
    with: { given: rules, defaults: otherwise, names: { group: "s.g", row: "s.list" } },
  }));

const answers = fc.dictionary(
  fc.constantFrom("s.a", "s.g.a", "s.h.a", "s.list.b", "s.g.o", "s.h.list", "s.list"),
  fc.constantFrom<unknown>("a", "b", "", 1, { x: "a" }, [{ group: "a" }], [{ row: 1 }, {}]),
  { noNullPrototype: true },
);

/** Reads relative names where they stand, without putting anything into a rule's place. */
function reading(values: Record<string, unknown>, around: Names): RuleScope {
  const plain: RuleScope = {
    variable: (path) => {
      const whole = Object.keys(values).find((one) => path === one || path.startsWith(`${one}.`));
      return whole === undefined ? null : valueAt(values[whole], path.slice(whole.length + 1));
    },
  };
  return {
    variable(path) {
      const [head = "", first = "", ...rest] = path.split(".");
      if (head === "group" || head === "row") {
        return plain.variable([around[head], first, ...rest].join("."));
      }
      if (head !== "with" || !around.with) return plain.variable(path);
      const { given: rules, defaults: otherwise, names: outer } = around.with;
      if (Object.hasOwn(rules, first)) {
        return valueAt(compileRule(rules[first])(reading(values, outer)), rest.join("."));
      }
      return Object.hasOwn(otherwise, first) ? compileRule(otherwise[first])(plain) : null;
    },
  };
}

describe("a rule with full paths in the place of relative names", () => {
  /** `missing` gives names, which are other ones then. */
  const isTrue = (value: unknown): unknown => (Array.isArray(value) ? value.length : value);

  it("means what it meant where it stands", () => {
    fc.assert(
      fc.property(inside, names, answers, (rule, where, values) => {
        const before = compileRule({ "!!": [rule] })(reading(values, where));
        const after = compileRule({ "!!": [absolute(rule, where)] })(reading(values, {}));
        expect(isTrue(after)).toEqual(isTrue(before));
      }),
      { numRuns: propertyRuns(250) },
    );
  });

  it("has no relative names left", () => {
    fc.assert(
      fc.property(inside, names, (rule, where) => {
        expect(ruleVariables(absolute(rule, where)).filter(isRelative)).toEqual([]);
      }),
      { numRuns: propertyRuns(125) },
    );
  });

  it("is the same where it has none, and once it has none", () => {
    fc.assert(
      fc.property(ruleReading(full, full), inside, names, (plain, rule, where) => {
        const before = structuredClone(plain);
        expect(absolute(plain, { group: "s.h", row: "s.list", with: where.with })).toEqual(before);
        const once = absolute(rule, where);
        expect(absolute(once, where)).toEqual(once);
      }),
    );
  });
});

/** Every path that a compiled flow reads: in rules, in words, beside choices and in what is cleared. */
function pathsReadBy(flow: CompiledFlow): string[] {
  const found: string[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (typeof part !== "object" || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === "var" || key === "under" || key === "resets" || key.startsWith("missing")) {
        found.push(...[value].flat(2).filter((one) => typeof one === "string"));
      }
      visit(value);
    }
  };
  visit(flow);
  return found;
}

describe("a compiled flow", () => {
  it.each(brandCodes)("of %s has no relative names: only what a run was begun with", async (brand) => {
    const { flows } = (await compiledBrand(brand)).public;
    for (const flow of Object.values(flows)) {
      const left = pathsReadBy(flow).filter(isRelative);
      expect([flow.flow, left.filter((path) => !path.startsWith("with."))]).toEqual([flow.flow, []]);
    }
  });

  const drafts = fc.record({
    visibleWhen: ruleReading(["s.a", "group.x", "with.p"], ["s.a", "group.x"]),
    required: fc.boolean(),
    resets: fc.subarray(["group.x", "with.path"]),
    label: fc.constantFrom("L", "{group.x} y {with.path}", "**{with.path}**"),
  });
  const parameters = fc.record({
    p: ruleReading(["s.a", "today"], ["s.a"]),
    path: fc.constantFrom({ var: "s.a" }, { var: "s.b" }),
  });

  /** The same text with what is given written where the parameter stands. */
  const writtenOut = (part: unknown, rules: Record<string, unknown>): unknown => {
    if (typeof part === "string") {
      const whole = /^with\.path$/.exec(part) && (rules["path"] as { var: string }).var;
      return whole ?? part.replaceAll("{with.path}", `{${(rules["path"] as { var: string }).var}}`);
    }
    if (Array.isArray(part)) return part.map((one) => writtenOut(one, rules));
    if (typeof part !== "object" || part === null) return part;
    const [key, value] = Object.entries(part)[0] ?? [];
    if (key === "var" && value === "with.p") return rules["p"];
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, writtenOut(one, rules)]));
  };

  it("is the same whether a group uses a fragment or has its fields written out", async () => {
    const simple = fc.record({ x: fc.constant({}), y: drafts, z: drafts });
    await fc.assert(
      fc.asyncProperty(simple, parameters, fc.boolean(), async (fields, rules, inRows) => {
        const kinds = Object.fromEntries(
          Object.entries(fields).map(([id, one]) => [id, { kind: "text", label: id, ...one }]),
        );
        // A fallback of a parameter is a rule of its own: it is compared by meaning above.
        fc.pre(!JSON.stringify(kinds).includes('["with.p"'));
        const holder = { kind: inRows ? "list" : "group", label: "H" };
        const flow = (holding: Record<string, unknown>) => ({
          steps: {
            s: {
              title: "S",
              sections: {
                all: {
                  fields: {
                    a: { kind: "text", label: "A" },
                    b: { kind: "text", label: "B" },
                    list: { kind: "list", label: "L", fields: { group: { kind: "text", label: "G" } } },
                    h: { ...holder, ...holding },
                  },
                },
              },
            },
          },
        });
        const parameterNames = { p: { description: "A rule" }, path: { description: "A path" } };
        const fragment = { fragment: "somebody", parameters: parameterNames, fields: kinds };
        const { flow: used } = await writtenFlow(flow({ use: "somebody", with: rules }), {
          "schemas/fragments/somebody.json": fragment,
        });
        const { flow: out } = await writtenFlow(flow({ fields: writtenOut(kinds, rules) }));
        expect(used).toEqual(out);
        expect(pathsReadBy(used).filter(isRelative)).toEqual([]);
      }),
      { numRuns: propertyRuns(5) },
    );
  });
});
