import fc from "fast-check";
import type { Answer, Answers, CompiledField, CompiledFlow, Option } from "../../schemas/engine/all.ts";

/** Small compiled flows of two steps, with rules over what was asked before, for property tests. */

/** What a generated flow may hold beyond the rest. */
export interface Extras {
  /** `missing` and `missing_some` in rules. */
  missing?: boolean;
  /** Checks that read other fields. */
  checks?: boolean;
  /** Choices from trees that can be disabled while another choice hangs on them. */
  disabledTrees?: boolean;
}

/** A flow, and the same one with its fields written in another order. */
export interface Generated {
  flow: CompiledFlow;
  shuffled: CompiledFlow;
}

const pathOf = (index: number): string => `${index < 3 ? "one" : "two"}.f${index}`;
const count = 7;
export const paths = Array.from({ length: count }, (_, index) => pathOf(index));

const words = ["a", "b", "ab", "12"];
const option = (value: string): Option => ({ value, label: value });
const tree = [
  { ...option("a"), options: [option("a"), option("ab")] },
  { ...option("b"), options: [option("b")] },
  option("12"),
];

/** A rule over fields before this one, and `today`. */
function ruleOver(index: number, extras: Extras): fc.Arbitrary<unknown> {
  const path = fc.constantFrom(...paths.slice(0, Math.max(1, index)));
  const read = path.map((one) => ({ var: one }));
  const constant = fc.constantFrom<unknown>(...words, true, false, 1, null, "");
  const { rule } = fc.letrec<{ rule: unknown }>((tie) => {
    const deep = tie("rule");
    const of = (names: string[], ...parts: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
      fc.tuple(fc.constantFrom(...names), ...parts).map(([name, ...values]) => ({ [name]: values }));
    const missing = [
      fc.uniqueArray(path, { minLength: 1, maxLength: 3 }).map((all) => ({ "!": { missing: all } })),
      fc
        .uniqueArray(path, { minLength: 1, maxLength: 3 })
        .map((all) => ({ "!": { missing_some: [1, all] } })),
    ];
    return {
      rule: fc.oneof(
        { maxDepth: 3 },
        of(["==", "===", "!=", "!==", "<", ">="], read, fc.oneof(constant, read)),
        of(["!!", "!"], read),
        of(["in"], read, fc.constant(words.slice(0, 2))),
        path.map((one) => ({ "==": [{ var: [one, "b"] }, "b"] })),
        fc.constant({ ">": [{ var: "today" }, "2026-01-01"] }),
        of(["and", "or"], deep, deep),
        of(["!"], deep),
        fc.tuple(deep, deep, deep).map((parts) => ({ if: parts })),
        ...(extras.missing ? missing : []),
      ),
    };
  });
  return rule;
}

const schemas = [{}, { minLength: 2 }, { maxLength: 1 }, { pattern: "^[a-z]*$" }];

type Draft = Pick<CompiledField, "type" | "schema"> & Partial<CompiledField>;

function fieldAt(index: number, extras: Extras): fc.Arbitrary<Draft> {
  const rule = fc.option(index === 0 ? fc.constant(true) : ruleOver(index, extras), { nil: undefined });
  const listed = { list: words.slice(0, 2).map(option) };
  const under = index % 2 === 1 ? { tree: "places", under: paths[index - 1]! } : { tree: "places" };
  const kind = fc.oneof<fc.Arbitrary<Draft>[]>(
    fc.constantFrom(...schemas).map((schema) => ({ type: "text", schema: { type: "string", ...schema } })),
    fc.constant({ type: "boolean", schema: { type: "boolean" } }),
    fc.constant({ type: "choice", schema: { type: "string" }, options: listed }),
    fc.constant({ type: "choice", schema: { type: "string" }, options: under }),
  );
  const other = ruleOver(count, extras);
  const check = extras.checks
    ? fc.option(
        fc.oneof(
          other,
          fc.tuple(other).map(([one]) => ({ or: [{ "==": [{ var: "value" }, "a"] }, one] })),
        ),
      )
    : fc.option(fc.constant({ "!=": [{ var: "value" }, "ab"] }));
  return fc
    .record({
      kind,
      visibleWhen: rule,
      enabledWhen: rule,
      required: fc.oneof(fc.boolean(), ruleOver(Math.max(1, index), extras)),
      check,
      resets: fc.subarray(paths, { maxLength: 1 }),
    })
    .map(({ kind: chosen, check: one, required, ...rest }) => {
      const hangs = chosen.options && "tree" in chosen.options && !extras.disabledTrees;
      return {
        ...chosen,
        required: index === 0 && typeof required !== "boolean" ? true : required,
        ...(rest.visibleWhen === undefined ? {} : { visibleWhen: rest.visibleWhen }),
        ...(rest.enabledWhen === undefined || hangs ? {} : { enabledWhen: rest.enabledWhen }),
        resets: rest.resets.filter((path) => path !== paths[index]),
        checks: one === null ? [] : [{ rule: one, says: "invalid" }],
      };
    });
}

function flowOf(drafts: Draft[], order: number[], secondWhen: unknown): CompiledFlow {
  const validators = new Map<string, string>();
  const fields: CompiledFlow["fields"] = {};
  for (const index of order) {
    const draft = { ...drafts[index]! };
    const path = paths[index]!;
    const schema = JSON.stringify(draft.schema);
    validators.set(schema, validators.get(schema) ?? `leaf${validators.size}`);
    // Only a choice from the same tree has options under it.
    const above = draft.options && "tree" in draft.options ? draft.options.under : undefined;
    const hanging = drafts[index - 1]?.options;
    if (above !== undefined && !(hanging && "tree" in hanging)) draft.options = { tree: "places" };
    fields[path] = {
      path,
      id: path.slice(path.indexOf(".") + 1),
      widget: "text",
      kind: "text",
      label: path,
      required: false,
      validator: validators.get(schema)!,
      says: {},
      checks: [],
      resets: [],
      problems: {},
      personal: true,
      ...draft,
    };
  }
  const step = (id: string, visibleWhen?: unknown): CompiledFlow["steps"][number] => ({
    id,
    slug: id,
    title: id,
    action: "Continuar",
    ...(visibleWhen === undefined ? {} : { visibleWhen }),
    sections: [{ id: "all", fields: Object.keys(fields).filter((path) => path.startsWith(`${id}.`)) }],
    ends: false,
  });
  return {
    flow: "generated",
    title: "Generated",
    steps: [step("one"), step("two", secondWhen)],
    fields,
    data: {},
    trees: { places: tree },
    problems: {},
  };
}

const inOrder = paths.map((_, index) => index);

export const generatedFlow = (extras: Extras = {}): fc.Arbitrary<Generated> =>
  fc
    .record({
      drafts: fc.tuple(...inOrder.map((index) => fieldAt(index, extras))),
      second: fc.option(ruleOver(3, extras), { nil: undefined }),
      order: fc.shuffledSubarray(inOrder, { minLength: count }),
    })
    .map(({ drafts, second, order }) => ({
      flow: flowOf(drafts, inOrder, second),
      shuffled: flowOf(drafts, order, second),
    }));

const answer = fc.constantFrom<Answer | undefined>(undefined, "", " ", ...words, true, false, 12, "zz");

export const generatedAnswers: fc.Arbitrary<Answers> = fc.dictionary(fc.constantFrom(...paths), answer, {
  noNullPrototype: true,
});

/** A rule that may read any field, as programs do. */
export const programRule: fc.Arbitrary<unknown> = ruleOver(count, { missing: true });
