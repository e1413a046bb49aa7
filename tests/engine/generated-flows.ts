import type { CompiledField, CompiledFlow, Option } from "../../schemas/engine/all.ts";
import fc from "../support/properties.ts";

/** Small compiled flows of two steps, with rules over what was asked before, for property tests. */

/** What a generated flow may hold beyond the rest. */
export interface Extras {
  /** `missing` and `missing_some` in rules. */
  missing?: boolean;
  /** Checks that read other fields. */
  checks?: boolean;
  /** Choices from trees that can be disabled while another choice hangs on them. */
  disabledTrees?: boolean;
  /** Some fields stand in groups, others in the rows of a list. */
  nested?: boolean;
}

/** A flow, and the same one with its fields written in another order. */
export interface Generated {
  flow: CompiledFlow;
  shuffled: CompiledFlow;
}

const count = 7;
export const paths = ["one.f0", "one.f1", "one.f2", "two.f3", "two.f4", "two.f5", "two.f6"];
/** A group, and in another group a list whose rows hold a field and a group. */
export const nestedPaths = [
  "one.f0",
  "one.g.f1",
  "one.g.f2",
  "two.f3",
  "two.m.l.f4",
  "two.m.l.h.f5",
  "two.f6",
];
const group = "one.g";
const groupOfList = "two.m";
/** The path of the list in flows with `nested`. */
export const list = "two.m.l";
const groupInRow = "two.m.l.h";

const pathsOf = ({ nested }: Extras): string[] => (nested ? nestedPaths : paths);
export const isInRow = (path: string): boolean => path.startsWith(`${list}.`);

/** The paths that a rule of a field may read: those of rows only within the row. */
const readable = (from: string[], reader: string | undefined): string[] =>
  from.filter((path) => !isInRow(path) || (reader !== undefined && isInRow(reader)));

/** Answers that choices and rules know. */
export const words = ["a", "b", "ab", "12"];
const option = (value: string): Option => ({ value, label: value });
const tree = [
  { ...option("a"), options: [option("a"), option("ab")] },
  { ...option("b"), options: [option("b")] },
  option("12"),
];

/** What reads a group or list as a whole, where it stands before. */
const wholes = (index: number, { nested }: Extras, reader: string | undefined): fc.Arbitrary<unknown>[] => [
  ...(nested && index > 2 ? [fc.constant({ "!!": { var: group } })] : []),
  ...(nested && index > 5
    ? [
        fc.constant({ some: [{ var: list }, { "==": [{ var: "f4" }, "a"] }] }),
        fc.constant({ all: [{ var: list }, { "!!": { var: "h.f5" } }] }),
        fc.constant({ "!!": { var: groupOfList } }),
        fc.constant({ cat: { map: [{ var: list }, { var: "f4" }] } }),
      ]
    : []),
  // Only checks look so far ahead.
  ...(nested && index === count && reader !== undefined && isInRow(reader)
    ? [fc.constant({ "!!": { var: groupInRow } })]
    : []),
];

/** A rule over fields before this one, and `today`. */
function ruleOver(
  index: number,
  extras: Extras,
  reader: string | undefined = pathsOf(extras)[index],
): fc.Arbitrary<unknown> {
  const before = pathsOf(extras).slice(0, Math.max(1, index));
  const path = fc.constantFrom(...readable(before, reader));
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
        ...wholes(index, extras, reader),
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

/** No rule half of the time: else little would be visible. */
const seldom = (rule: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.option(rule, { nil: undefined, freq: 2 });

/** A rule of what is offered, over the option and fields before this one. */
function whereOver(index: number, extras: Extras): fc.Arbitrary<unknown> {
  const some = fc.subarray(words).map((all) => ({ in: [{ var: "option.value" }, all] }));
  if (index === 0) return some;
  const before = readable(pathsOf(extras).slice(0, index), pathsOf(extras)[index]);
  const other = fc
    .constantFrom(...before)
    .map((path) => ({ "!=": [{ var: "option.label" }, { var: path }] }));
  const either = fc.tuple(some, ruleOver(index, extras)).map((both) => ({ or: both }));
  return fc.oneof(some, other, either);
}

type Draft = Pick<CompiledField, "type" | "schema"> & Partial<CompiledField>;

function fieldAt(index: number, extras: Extras): fc.Arbitrary<Draft> {
  const rule = seldom(index === 0 ? fc.constant(true) : ruleOver(index, extras));
  const listed = { list: words.slice(0, 2).map(option) };
  const all = pathsOf(extras);
  // A choice hangs on the one before it, but nothing outside rows on one in a row.
  const above = all[index - 1]!;
  const hangs = index % 2 === 1 && (!isInRow(above) || isInRow(all[index]!));
  const under = hangs ? { tree: "places", under: above } : { tree: "places" };
  const kind = fc.oneof<fc.Arbitrary<Draft>[]>(
    fc.constantFrom(...schemas).map((schema) => ({ type: "text", schema: { type: "string", ...schema } })),
    fc.constant({ type: "boolean", schema: { type: "boolean" } }),
    fc.constant({ type: "choice", schema: { type: "string" }, options: listed }),
    fc.constant({ type: "choice", schema: { type: "string" }, options: under }),
  );
  const other = ruleOver(count, extras, all[index]);
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
      where: fc.option(whereOver(index, extras), { nil: undefined }),
      visibleWhen: rule,
      enabledWhen: rule,
      required: fc.oneof(fc.boolean(), ruleOver(Math.max(1, index), extras)),
      check,
      resets: fc.subarray(readable(all, all[index]), { maxLength: 1 }),
    })
    .map(({ kind: chosen, where, check: one, required, ...rest }) => {
      const inTree = chosen.options && "tree" in chosen.options && !extras.disabledTrees;
      const narrowed = chosen.options && where !== undefined ? { options: { ...chosen.options, where } } : {};
      return {
        ...chosen,
        ...narrowed,
        required: index === 0 && typeof required !== "boolean" ? true : required,
        ...(rest.visibleWhen === undefined ? {} : { visibleWhen: rest.visibleWhen }),
        ...(rest.enabledWhen === undefined || inTree ? {} : { enabledWhen: rest.enabledWhen }),
        resets: rest.resets.filter((path) => path !== all[index]),
        checks: one === null ? [] : [{ rule: one, says: "invalid" }],
      };
    });
}

interface Containers {
  groupWhen: unknown;
  groupEnabled: unknown;
  outerWhen: unknown;
  listWhen: unknown;
  listRequired: boolean;
  innerWhen: unknown;
  innerEnabled: unknown;
}

/** The groups and the list, each before the first of its fields. */
function containers(whens: Containers): Record<string, Partial<CompiledField>> {
  const rule = (key: string, one: unknown) => (one === undefined ? {} : { [key]: one });
  return {
    [group]: {
      type: "group",
      schema: {},
      fields: ["one.g.f1", "one.g.f2"],
      ...rule("visibleWhen", whens.groupWhen),
      ...rule("enabledWhen", whens.groupEnabled),
    },
    [groupOfList]: {
      type: "group",
      schema: {},
      fields: [list],
      ...rule("visibleWhen", whens.outerWhen),
    },
    [list]: {
      type: "list",
      schema: {
        type: "array",
        items: { type: "string", pattern: "^r[1-9]$" },
        uniqueItems: true,
        maxItems: 2,
      },
      fields: [`${list}.f4`, groupInRow],
      required: whens.listRequired,
      ...rule("visibleWhen", whens.listWhen),
    },
    [groupInRow]: {
      type: "group",
      schema: {},
      fields: [`${groupInRow}.f5`],
      ...rule("visibleWhen", whens.innerWhen),
      ...rule("enabledWhen", whens.innerEnabled),
    },
  };
}

function flowOf(
  drafts: Draft[],
  order: number[],
  secondWhen: unknown,
  extras: Extras,
  whens: Containers,
): CompiledFlow {
  const paths = pathsOf(extras);
  const holding = extras.nested ? containers(whens) : {};
  const validators = new Map<string, string>();
  const fields: CompiledFlow["fields"] = {};
  const add = (path: string, field: Draft): void => {
    const schema = JSON.stringify(field.schema);
    validators.set(schema, validators.get(schema) ?? `leaf${validators.size}`);
    const parent = Object.keys(holding).findLast((one) => path.startsWith(`${one}.`));
    if (parent !== undefined && !fields[parent]) add(parent, holding[parent] as Draft);
    fields[path] = {
      path,
      id: path.slice(path.lastIndexOf(".") + 1),
      ...(parent === undefined ? {} : { parent }),
      ...(isInRow(path) ? { list } : {}),
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
      ...field,
    };
  };
  for (const index of order) {
    const draft = { ...drafts[index]! };
    // Only a choice from the same tree has options under it.
    const above = draft.options && "tree" in draft.options ? draft.options.under : undefined;
    const hanging = drafts[index - 1]?.options;
    if (above !== undefined && !(hanging && "tree" in hanging)) {
      const { where } = draft.options!;
      draft.options = { tree: "places", ...(where === undefined ? {} : { where }) };
    }
    add(paths[index]!, draft);
  }
  const top = Object.values(fields).flatMap(({ path, parent }) => (parent === undefined ? [path] : []));
  const step = (id: string, visibleWhen?: unknown): CompiledFlow["steps"][number] => ({
    id,
    slug: id,
    title: id,
    action: "Continuar",
    ...(visibleWhen === undefined ? {} : { visibleWhen }),
    sections: [{ id: "all", fields: top.filter((path) => path.startsWith(`${id}.`)) }],
    ends: false,
  });
  return {
    flow: "generated",
    title: "Generated",
    steps: [step("one"), step("two", secondWhen)],
    fields,
    data: {},
    trees: { places: tree },
    dialogs: {},
    problems: {},
  };
}

const inOrder = paths.map((_, index) => index);

export const generatedFlow = (extras: Extras = {}): fc.Arbitrary<Generated> =>
  fc
    .record({
      drafts: fc.tuple(...inOrder.map((index) => fieldAt(index, extras))),
      second: seldom(ruleOver(3, extras, undefined)),
      // Fields of one holder stand together.
      order: extras.nested
        ? fc.constantFrom<number[]>([3, 5, 4, 6, 0, 2, 1], [6, 4, 5, 3, 1, 2, 0], [0, 1, 2, 5, 4, 6, 3])
        : fc.shuffledSubarray(inOrder, { minLength: count }),
      whens: fc.record({
        groupWhen: seldom(ruleOver(1, extras, undefined)),
        groupEnabled: seldom(ruleOver(1, extras, undefined)),
        outerWhen: seldom(ruleOver(4, extras, undefined)),
        listWhen: seldom(ruleOver(4, extras, undefined)),
        listRequired: fc.boolean(),
        innerWhen: seldom(ruleOver(5, extras, groupInRow)),
        innerEnabled: seldom(ruleOver(5, extras, groupInRow)),
      }),
    })
    .map(({ drafts, second, order, whens }) => ({
      flow: flowOf(drafts, inOrder, second, extras, whens),
      shuffled: flowOf(drafts, order, second, extras, whens),
    }));

/** A rule that may read any field outside rows, groups and lists as a whole, as programs do. */
export const programRule = (extras: Extras): fc.Arbitrary<unknown> =>
  ruleOver(count, { ...extras, missing: true }, undefined);
