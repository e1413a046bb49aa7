import type { Answer, CompiledFlow, DataState, Option, Prepared } from "../../schemas/engine/all.ts";
import { smallFlow } from "../support/definitions.ts";
import fc from "../support/properties.ts";

/** Small flows with data queries that rules and choices read, and what happens to a run of them: edits, arrivals, fills. */
export type Event =
  | { edit: Record<string, Answer | undefined> }
  | { data: string; arrives: string[] | "failed" | "loading"; value: unknown }
  /** What a query gave is put into the answers. */
  | { fill: string };

const option = (value: string): Option => ({ value, label: value });
const letters = ["a", "b", "c"];
const count = 7;
const list = "s.l";
const flat = ["s.f0", "s.f1", "s.f2", "s.f3", "s.f4", "s.f5", "s.f6"];
const inHolders = ["s.f0", "s.f1", "s.g.f2", "s.g.f3", "s.l.f4", "s.l.f5", "s.f6"];

const pathsOf = (nested: boolean): string[] => (nested ? inHolders : flat);
const isInRow = (path: string): boolean => path.startsWith(`${list}.`);

/** Queries that are asked with the answer of the field with this index. */
const askedWith = (index: number): string => `from${index}`;
const asking = (nested: boolean): number[] =>
  pathsOf(nested).flatMap((path, index) => (isInRow(path) || index === count - 1 ? [] : [index]));
const queries = (nested: boolean): string[] => ["plain", "pressed", ...asking(nested).map(askedWith)];

/** A rule over some of the fields before this one, and over the data that is asked with them. */
function ruleOver(index: number, nested: boolean, reader: string | undefined): fc.Arbitrary<unknown> {
  const before = pathsOf(nested).slice(0, Math.max(1, index));
  const readable = before.filter((path) => !isInRow(path) || (reader !== undefined && isInRow(reader)));
  const read = fc.constantFrom(...readable).map((path) => ({ var: path }));
  const letter = fc.constantFrom(...letters);
  const known = asking(nested)
    .filter((one) => one < index)
    .map(askedWith);
  const data = fc.constantFrom("plain", ...(index > 0 ? ["pressed"] : []), ...known);
  const wholes = [
    ...(nested && index > 3 ? [{ "!!": { var: "s.g" } }] : []),
    ...(nested && index > 5 ? [{ some: [{ var: list }, { "==": [{ var: "f4" }, "a"] }] }] : []),
  ];
  return fc.oneof(
    fc.tuple(read, letter).map((both) => ({ "==": both })),
    fc.tuple(read, letter).map((both) => ({ "!=": both })),
    read.map((one) => ({ "!!": [one] })),
    fc.tuple(read, read).map((both) => ({ or: both })),
    fc
      .tuple(data, fc.constantFrom("idle", "loading", "ready", "empty", "failed"))
      .map(([name, status]) => ({ "==": [{ var: `data.${name}.status` }, status] })),
    fc.tuple(data, letter).map(([name, one]) => ({ "==": [{ var: `data.${name}.value.x` }, one] })),
    ...wholes.map((whole) => fc.constant(whole)),
    // Cannot be evaluated: it must refuse in the same way.
    fc.constant({ "!!": [{ var: "nowhere.at" }] }),
  );
}

/** No rule half of the time: else little would be visible. */
const seldom = (rule: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.option(rule, { nil: undefined, freq: 2 });

type Field = Partial<CompiledFlow["fields"][string]>;

const present = (field: Field): Field =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined));

function fieldAt(index: number, nested: boolean): fc.Arbitrary<Field> {
  const all = pathsOf(nested);
  const path = all[index]!;
  const rule = index === 0 ? fc.constant(undefined) : seldom(ruleOver(index, nested, path));
  const above = asking(nested).filter((one) => one < index);
  const options = fc.constantFrom<Field>(
    {},
    { type: "choice", options: { list: letters.slice(0, 2).map(option) } },
    { type: "choice", options: { data: "plain" } },
    ...above.slice(-1).map((one): Field => ({ type: "choice", options: { data: askedWith(one) } })),
  );
  const resettable = all.filter((one) => one !== path && (!isInRow(one) || isInRow(path)));
  const where = fc.option(
    fc.oneof(
      fc.subarray(letters, { minLength: 1 }).map((some) => ({ in: [{ var: "option.value" }, some] })),
      ...(index === 0
        ? []
        : [
            ruleOver(index, nested, path),
            ruleOver(index, nested, path).map((one) => ({
              or: [{ "==": [{ var: "option.label" }, "a"] }, one],
            })),
          ]),
    ),
    { nil: undefined },
  );
  return fc
    .record({
      where,
      also: fc.boolean(),
      visibleWhen: rule,
      enabledWhen: rule,
      required: fc.oneof(fc.boolean(), index === 0 ? fc.constant(true) : ruleOver(index, nested, path)),
      checks: fc.option(
        ruleOver(count, nested, path).map((one) => [{ rule: one, says: "invalid" }]),
        { nil: [] },
      ),
      resets: fc.option(
        fc.constantFrom(...resettable).map((one) => [one]),
        { nil: [] },
      ),
      options,
    })
    .map(({ options: chosen, where: narrows, also, ...rest }) => {
      const { options: source } = chosen;
      if (!source) return { ...present(rest), ...chosen };
      const where = narrows === undefined ? {} : { where: narrows };
      const always = also && "data" in source ? { also: [option("b"), option("z")] } : {};
      return { ...present(rest), ...chosen, options: { ...source, ...always, ...where } };
    });
}

/** The group and the list, each by the index of its first field. */
function holderAt(index: number): fc.Arbitrary<Record<string, Field>> {
  const rule = seldom(ruleOver(index, true, undefined));
  const whens = fc.record({ visibleWhen: rule, enabledWhen: rule }).map(present);
  if (index === 2) {
    return whens.map((when) => ({ g: { type: "group", fields: ["s.g.f2", "s.g.f3"], schema: {}, ...when } }));
  }
  const schema = { type: "array", items: { type: "string" }, minItems: 1, maxItems: 2 };
  return whens.map((when) => ({ l: { type: "list", fields: ["s.l.f4", "s.l.f5"], schema, ...when } }));
}

const holding = (path: string): Field => {
  const segments = path.split(".");
  if (segments.length === 2) return {};
  const parent = segments.slice(0, 2).join(".");
  return { id: segments.at(-1)!, parent, ...(parent === list ? { list } : {}) };
};

/** A flow of seven fields in one step; `nested` puts two of them into a group and two into the rows of a list. */
export const generatedLiveFlow = (nested: boolean): fc.Arbitrary<Prepared> =>
  fc
    .record({
      leaves: fc.tuple(...pathsOf(nested).map((_, index) => fieldAt(index, nested))),
      group: holderAt(2),
      rows: holderAt(4),
    })
    .map(({ leaves, group, rows }) => {
      const fields: Record<string, Field> = {};
      pathsOf(nested).forEach((path, index) => {
        if (nested && index === 2) Object.assign(fields, group);
        if (nested && index === 4) Object.assign(fields, rows);
        fields[path.slice("s.".length)] = { ...leaves[index], ...holding(path) };
      });
      const asked = (index: number) => ({ of: { var: pathsOf(nested)[index]! } });
      return smallFlow(fields, {
        data: {
          plain: { call: "x.plain", on: "load", with: {}, fills: fillsFrom("plain", "s.f1") },
          pressed: { call: "x.pressed", on: "press", with: asked(0), fills: fillsFrom("pressed", "s.f6") },
          ...Object.fromEntries(
            asking(nested).map((index) => [
              askedWith(index),
              {
                call: "x.from",
                on: "change" as const,
                with: { ...asked(index), first: { var: pathsOf(nested)[0]! } },
                optional: ["first"],
              },
            ]),
          ),
        },
      });
    });

const fillsFrom = (data: string, path: string): Record<string, unknown> => ({
  "s.f0": { var: `data.${data}.value.x` },
  [path]: { var: `data.${data}.value.y` },
});

const answer = fc.constantFrom<Answer | undefined>(undefined, "", ...letters, "z");
const rows = ["r1", "r2", "r3"];

const editOf = (nested: boolean): fc.Arbitrary<Record<string, Answer | undefined>> => {
  const paths = pathsOf(nested).flatMap((path) =>
    isInRow(path) ? rows.map((row) => `${list}.${row}${path.slice(list.length)}`) : [path],
  );
  const leaves = fc.dictionary(fc.constantFrom(...paths), answer, { maxKeys: 3, noNullPrototype: true });
  if (!nested) return leaves;
  const ids = fc.option(fc.shuffledSubarray(rows), { nil: undefined });
  return fc.tuple(leaves, ids).map(([edit, named]) => (named ? { ...edit, [list]: named } : edit));
};

export const generatedEvents = (nested: boolean): fc.Arbitrary<Event[]> => {
  const data = fc.constantFrom(...queries(nested));
  const letter = fc.option(fc.constantFrom(...letters), { nil: undefined });
  const event = fc.oneof<fc.Arbitrary<Event>[]>(
    editOf(nested).map((edit) => ({ edit })),
    fc.record({
      data,
      arrives: fc.oneof(fc.subarray(letters), fc.constantFrom<"failed" | "loading">("failed", "loading")),
      value: fc.record({ x: letter, y: letter }, { noNullPrototype: true }),
    }),
    fc.constantFrom("plain", "pressed").map((fill) => ({ fill })),
  );
  return fc.array(event, { maxLength: 8 });
};

/** What a query is when an event has arrived. */
export const arrivedState = (
  { arrives, value }: Extract<Event, { data: string }>,
  inputs: DataState["inputs"],
): DataState =>
  typeof arrives === "string"
    ? { status: arrives, inputs, options: [] }
    : { status: arrives.length > 0 ? "ready" : "empty", inputs, options: arrives.map(option), value };
