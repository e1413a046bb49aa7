import { truth } from "../../4-evaluate/rules.ts";
import { isSchema, type JsonSchema } from "../../4-evaluate/json-schema.ts";
import { fieldOf } from "../../4-evaluate/step-schema.ts";
import { operations } from "../../operations/index.ts";
import type { CompiledField, CompiledFlow, Rule, TreeOption } from "../../types/index.ts";
import { answered, truthy } from "./answered.ts";
import { assumed, every, known, not, some, unknown, type Condition, type Said } from "./conditions.ts";
import { at, keysTo, type StepPlaces } from "./place.ts";

/** Where a rule is read: in a row of a list, with its field's own answer as `value`. */
export interface RuleContext {
  places: StepPlaces;
  list?: string | undefined;
  value?: CompiledField;
}

/** Operations that JSON Schema has a format for. */
const formatByOperation: Record<string, string> = { "date.isValid": "date" };

/** What JSON Schema can say of a rule about the other answers of the step, or of the row. */
export function ruleCondition(context: RuleContext, rule: Rule): Said {
  if (!isSchema(rule)) return known(truth(rule));
  const [[operator, operands] = ["", undefined]] = Object.entries(rule);
  const parts: unknown[] = Array.isArray(operands) ? operands : [operands];
  const each = (): Said[] => parts.map((part) => ruleCondition(context, part));
  switch (operator) {
    case "var":
      return parts.length === 1 ? ofAnswer(context, String(parts[0]), truthy) : unsaid(context, rule);
    case "!!":
      return ruleCondition(context, parts[0]);
    case "!":
      return not(ruleCondition(context, parts[0]));
    case "and":
      return every(each());
    case "or":
      return some(each());
    case "if":
    case "?:":
      return branches(context, parts);
    case "missing":
      return some(parts.flat().map((path) => not(ofAnswer(context, String(path), answered))));
    default: {
      const compare = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
      return (
        (compare && comparison(context, compare, parts)) ??
        formatted(context, operator, parts) ??
        unsaid(context, rule)
      );
    }
  }
}

function branches(context: RuleContext, [condition, then, ...rest]: unknown[]): Said {
  const asked = ruleCondition(context, condition);
  if (then === undefined) return asked;
  const otherwise = rest.length === 0 ? known(false) : branches(context, rest);
  return some([every([asked, ruleCondition(context, then)]), every([not(asked), otherwise])]);
}

type Compare = (field: CompiledField, literal: unknown) => JsonSchema | "absent" | undefined;

/** A literal of the type that the answers of a field have; others are compared in ways that JSON Schema has no word for. */
const isOfType = ({ schema }: CompiledField, literal: unknown): boolean =>
  typeof literal === (schema["type"] === "integer" ? "number" : schema["type"]);

const equal: Compare = (field, literal) =>
  literal === null || literal === "" ? "absent" : isOfType(field, literal) ? { const: literal } : undefined;

const unequal: Compare = (field, literal) =>
  isOfType(field, literal) && literal !== "" ? { ...answered(field), not: { const: literal } } : undefined;

const limit =
  (keyword: string): Compare =>
  ({ schema }, literal) =>
    typeof literal === "number" && (schema["type"] === "number" || schema["type"] === "integer")
      ? { type: "number", [keyword]: literal }
      : undefined;

/** What an answer is like that is compared with a literal on its right. */
const comparisons: Record<string, Compare> = {
  "==": equal,
  "===": equal,
  "!=": unequal,
  "!==": unequal,
  "<": limit("exclusiveMaximum"),
  "<=": limit("maximum"),
  ">": limit("exclusiveMinimum"),
  ">=": limit("minimum"),
  in: ({ type }, list) => (Array.isArray(list) && type !== "choices" ? { enum: list } : undefined),
};

const turned: Record<string, string> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

const variableOf = (part: unknown): string | undefined =>
  isSchema(part) && Object.keys(part).join() === "var" && typeof part["var"] === "string"
    ? part["var"]
    : undefined;

function comparison(context: RuleContext, compare: Compare, parts: unknown[]): Said | undefined {
  const [left, right] = parts;
  const path = variableOf(left);
  if (parts.length !== 2 || path === undefined || isSchema(right))
    return turnedRound(context, compare, parts);
  const field = readable(context, path);
  if (!("id" in field)) return field;
  const schema = compare(field, right);
  if (schema === undefined) return undefined;
  return schema === "absent"
    ? not(reading(context, field, answered(field)))
    : reading(context, field, schema);
}

/** A literal on the left: the same said the other way round. */
function turnedRound(context: RuleContext, compare: Compare, [left, right]: unknown[]): Said | undefined {
  const path = variableOf(right);
  if (path === undefined || isSchema(left)) return undefined;
  const name = Object.keys(comparisons).find((one) => comparisons[one] === compare)!;
  if (name === "in") {
    const field = readable(context, path);
    if (!("id" in field)) return field;
    return field.type === "choices" ? reading(context, field, { contains: { const: left } }) : undefined;
  }
  return comparison(context, comparisons[turned[name] ?? name]!, [right, left]);
}

function formatted(context: RuleContext, operator: string, [part]: unknown[]): Said | undefined {
  const path = variableOf(part);
  const format = formatByOperation[operator];
  return path === undefined || format === undefined
    ? undefined
    : ofAnswer(context, path, () => ({ type: "string", format }));
}

function ofAnswer(context: RuleContext, path: string, like: (field: CompiledField) => JsonSchema): Said {
  const field = readable(context, path);
  return "id" in field ? reading(context, field, like(field)) : field;
}

/** An answer counts while it can be given. */
function reading(context: RuleContext, field: CompiledField, like: JsonSchema): Said {
  const there = known(at(keysTo(context.places, field), like));
  return field === context.value ? there : every([answerable(context.places, field), there]);
}

/** The field that a rule reads, or why its answer is not in the form's data. */
function readable({ places: { flow, step }, list, value }: RuleContext, path: string): CompiledField | Said {
  if (path === "value" && value) return value;
  const field = flow.fields[path];
  if (!field) return outsideAnswers(path);
  if (!path.startsWith(`${step.id}.`)) return unknown("another-step");
  if (field.type === "group" || field.list !== list) return unknown("rows");
  return field.computed === undefined ? field : unknown("computed");
}

/** What is no answer. A form that stands for itself was begun with nothing. */
function outsideAnswers(path: string): Said {
  const [head = ""] = path.split(".", 1);
  if (head === "data") return unknown("call");
  return head === "today" ? unknown("today") : assumed(false, "run");
}

/** What cannot be said, by what it reads and by the operations that it uses. */
function unsaid(context: RuleContext, rule: Rule): Said {
  const reasons = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (!isSchema(part)) return;
    for (const [name, operands] of Object.entries(part)) {
      if (Object.hasOwn(operations, name)) reasons.add(name);
      if (name !== "var") {
        visit(operands);
        continue;
      }
      const field = readable(context, String([operands].flat()[0]));
      if (!("id" in field)) for (const reason of field.why) reasons.add(reason);
    }
  };
  visit(rule);
  return unknown(...(reasons.size > 0 ? reasons : ["comparison"]));
}

/** When a field can be answered: shown and enabled with all that it stands in, and with something to choose. */
export function answerable(places: StepPlaces, field: CompiledField): Said {
  const open = opened(places, field);
  if (field.options === undefined) return open;
  return named(places, `${field.path} offered`, () => every([open, offers(places, field)]));
}

/** The same, whatever there is to choose. */
export function opened(places: StepPlaces, field: CompiledField): Said {
  const { parent, list, visibleWhen, enabledWhen, path } = field;
  const around =
    parent === undefined || parent === list ? known(true) : opened(places, fieldOf(places.flow, parent));
  const rules = [visibleWhen, enabledWhen].filter((rule) => rule !== undefined);
  if (rules.length === 0) return around;
  return named(places, path, () =>
    every([around, ...rules.map((rule) => ruleCondition({ places, list }, rule))]),
  );
}

/** Named, so that what hangs on it does not repeat it. */
function named(places: StepPlaces, name: string, work: () => Said): Said {
  const before = places.named.get(name);
  if (before) return before;
  const { surely, perhaps, why } = work();
  const isSame = JSON.stringify(surely) === JSON.stringify(perhaps);
  const said = {
    surely: defined(places, isSame ? name : `${name} surely`, surely),
    perhaps: defined(places, name, perhaps),
    why,
  };
  places.named.set(name, said);
  return said;
}

function defined({ definitions }: StepPlaces, name: string, condition: Condition): Condition {
  if (typeof condition === "boolean" || "$ref" in condition) return condition;
  definitions[name] = condition;
  return { $ref: `#/definitions/${encodeURIComponent(name)}` };
}

/** When there is something to choose. */
function offers(places: StepPlaces, field: CompiledField): Said {
  if ("data" in field.options!) return unknown("call");
  const under = optionsUnder(places, field);
  return under ? some(under.map(({ when }) => when)) : known(true);
}

interface OfferedTogether {
  options: TreeOption[];
  when: Said;
}

/** Options that are under the choice above, and when. Undefined where no choice is above. */
export function optionsUnder(
  places: StepPlaces,
  { options, list }: CompiledField,
): OfferedTogether[] | undefined {
  if (!options || !("tree" in options) || options.under === undefined) return undefined;
  const { flow } = places;
  const chain = choicesAbove(flow, options.under);
  const holders = chain
    .reduce<{ ways: string[]; options: TreeOption[] }[]>(
      (level) =>
        level.flatMap(({ ways, options: offered }) =>
          offered.map((one) => ({ ways: [...ways, one.value], options: one.options ?? [] })),
        ),
      [{ ways: [], options: flow.trees[options.tree] ?? [] }],
    )
    .filter((one) => one.options.length > 0);
  const counts = new Map<string, number>();
  for (const { ways } of holders) counts.set(ways.at(-1)!, (counts.get(ways.at(-1)!) ?? 0) + 1);
  const together = new Map<string, { options: TreeOption[]; whens: Said[] }>();
  for (const { ways, options: under } of holders) {
    // The choices further above tell apart what has the same name.
    const first = counts.get(ways.at(-1)!) === 1 ? ways.length - 1 : 0;
    const when = every(
      ways
        .slice(first)
        .map((value, index) => ofAnswer({ places, list }, chain[first + index]!, () => ({ enum: [value] }))),
    );
    const text = JSON.stringify(under);
    const before = together.get(text);
    if (before) before.whens.push(when);
    else together.set(text, { options: under, whens: [when] });
  }
  return [...together.values()].map(({ options: under, whens }) => ({ options: under, when: some(whens) }));
}

/** The choices of a tree above one, the first of them first. */
function choicesAbove(flow: CompiledFlow, path: string): string[] {
  const source = fieldOf(flow, path).options;
  const above = source && "tree" in source ? source.under : undefined;
  return above === undefined ? [path] : [...choicesAbove(flow, above), path];
}
