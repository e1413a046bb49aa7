import type { JsonSchema } from "../../4-evaluate/json-schema.ts";
import { answerSchema, fieldOf, limitsOf, offering, stepSchema } from "../../4-evaluate/step-schema.ts";
import { plainWords } from "../../4-evaluate/words.ts";
import type { CompiledField, CompiledFlow, Option, Rule, Variant } from "../../types/index.ts";
import { answered, mustBeAnswered } from "./answered.ts";
import { allOf, every, known, negated, not, type Condition, type Said } from "./conditions.ts";
import { at, keysTo, placesOf, type StepPlaces } from "./place.ts";
import { answerable, opened, optionsUnder, ruleCondition } from "./rule-conditions.ts";
import { schemaBuilder, type SchemaBuilder } from "./schema-builder.ts";
import { stepUiSchema } from "./ui-schema.ts";

/** A step as a form library has it that knows nothing of us. */
export interface StepForm {
  /** A JSON Schema, draft-07, with conditions as `if` and `then`. */
  schema: JsonSchema;
  /** For rjsf. */
  uiSchema: JsonSchema;
  /** By path of a field, why its schema does not judge it as the engine does: kinds of `docs/conformance.md`. */
  unsaid: Record<string, string[]>;
}

const draft07 = "http://json-schema.org/draft-07/schema#";

/** @throws {Error} when the flow has no such step. */
export function compileStepForm(flow: CompiledFlow, id: string): StepForm {
  const step = flow.steps.find((one) => one.id === id);
  if (!step) throw new Error(`the flow has no step "${id}"`);
  const raw = Object.values(flow.fields).find((field) => field.raw && field.path.startsWith(`${id}.`));
  if (raw) {
    return { schema: { $schema: draft07, ...raw.schema }, uiSchema: raw.raw!.ui, unsaid: {} };
  }
  const places = placesOf(flow, step);
  const parts = schemaBuilder();
  const unsaid: StepForm["unsaid"] = {};
  const { properties, required: _, ...itself } = stepSchema(flow, step);
  parts.put(true, [], { ...itself, properties: {} });
  for (const { id: section, fields } of step.sections) {
    const { properties: __, required: ___, ...named } = properties[section]!;
    parts.put(true, [section], { ...named, properties: {} });
    parts.require(true, [section]);
    for (const path of fields) placeField({ places, parts, unsaid }, fieldOf(flow, path));
  }
  return {
    schema: {
      $schema: draft07,
      ...parts.schema(),
      ...(Object.keys(places.definitions).length > 0 ? { definitions: places.definitions } : {}),
    },
    uiSchema: stepUiSchema(flow, step),
    unsaid,
  };
}

interface Target {
  places: StepPlaces;
  parts: SchemaBuilder;
  unsaid: StepForm["unsaid"];
}

function placeField(target: Target, field: CompiledField): void {
  const { places, parts, unsaid } = target;
  const { flow } = places;
  const keys = keysTo(places, field);
  const open = answerable(places, field);
  const reasons = new Set([...open.why, ...inherited(target, field)]);
  const note = (said: Said): Said => {
    for (const reason of said.why) reasons.add(reason);
    return said;
  };
  const when = (said: Condition): Condition => allOf([open.perhaps, said]);

  parts.put(open.perhaps, keys, answerSchema(flow, field));
  if (field.computed !== undefined) reasons.add("computed");
  else {
    const required = note(requiredCondition(places, field));
    const asked = every([open, required]).surely;
    if (field.type === "group") parts.require(open.surely, keys);
    else if (field.type !== "display" && asked !== false) {
      parts.require(asked, keys);
      parts.put(asked, keys, mustBeAnswered(field));
    }
    placeLeast({ parts, keys, field, when });
    for (const { said, limits } of variantLimits(places, field))
      parts.put(when(note(said).surely), keys, limits);
    for (const { rule } of field.checks) {
      const holds = note(ruleCondition({ places, list: field.list, value: field }, rule));
      if (saidByFormat(field, keys, holds)) continue;
      parts.put(when(allOf([at(keys, answered(field)), negated(holds.perhaps)])), keys, { not: {} });
    }
    for (const { said, limits } of offers(places, field)) {
      parts.put(allOf([opened(places, field).perhaps, note(said).surely]), keys, limits);
    }
  }

  if (field.type === "group") parts.put(open.perhaps, keys, { properties: {} });
  if (reasons.size > 0) {
    unsaid[field.path] = [...reasons];
    parts.put(open.perhaps, keys, { $comment: `Not said here: ${[...reasons].join(", ")}.` });
  }
  if (field.type === "list") {
    const row = schemaBuilder();
    row.put(true, [], { type: "object", properties: {} });
    for (const path of field.fields ?? []) placeField({ places, parts: row, unsaid }, fieldOf(flow, path));
    parts.put(open.perhaps, keys, { items: row.schema() });
  } else {
    for (const path of field.fields ?? []) placeField(target, fieldOf(flow, path));
  }
}

/** What cannot be said of a list cannot be said of its rows' fields either. */
const inherited = ({ unsaid }: Target, { list }: CompiledField): string[] =>
  list === undefined ? [] : (unsaid[list] ?? []);

function requiredCondition(places: StepPlaces, { required, list }: CompiledField): Said {
  return typeof required === "boolean" ? known(required) : ruleCondition({ places, list }, required);
}

interface Limits {
  said: Said;
  limits: JsonSchema;
}

/** The fewest that may be chosen or added: of what is left out, none has to be. */
function placeLeast({
  parts,
  keys,
  field,
  when,
}: {
  parts: SchemaBuilder;
  keys: string[];
  field: CompiledField;
  when(condition: Condition): Condition;
}): void {
  const least = field.schema["minItems"];
  if (field.type !== "list" || typeof least !== "number") return;
  parts.put(when(at(keys, answered(field))), keys, { minItems: least });
}

/** The limits of each variant while it is the first that holds, and those of none while none does. */
function variantLimits(places: StepPlaces, field: CompiledField): Limits[] {
  if (!field.variants) return [];
  const limits = ({ schema }: Pick<Variant, "schema">): JsonSchema =>
    limitsOf({ ...field, schema, variants: undefined });
  const before: Said[] = [];
  const found = field.variants.map((variant): Limits => {
    const holds = ruleCondition({ places, list: field.list }, variant.when);
    const said = every([...before.map(not), holds]);
    before.push(holds);
    return { said, limits: limits(variant) };
  });
  return [...found, { said: every(before.map(not)), limits: limits(field) }];
}

/** What a format asks already. */
function saidByFormat(field: CompiledField, keys: string[], { perhaps }: Said): boolean {
  const { format } = limitsOf(field);
  return JSON.stringify(perhaps) === JSON.stringify(at(keys, { type: "string", format }));
}

/** What can be chosen where answers decide it. */
function offers(places: StepPlaces, field: CompiledField): Limits[] {
  const { options, type } = field;
  if (!options || "data" in options) return [];
  const under = optionsUnder(places, field);
  const all = "list" in options ? options.list : (places.flow.trees[options.tree] ?? []);
  return [
    ...(under ?? []).map((one): Limits => ({ said: one.when, limits: offering(type, one.options) })),
    ...[options.where, options.enabledWhere].flatMap((where) =>
      (where === undefined ? [] : (under?.flatMap((one) => one.options) ?? all)).map((option): Limits => {
        const rule = ofOption(where, option);
        return {
          said: not(ruleCondition({ places, list: field.list }, rule)),
          limits: {
            not: type === "choices" ? { contains: { const: option.value } } : { const: option.value },
          },
        };
      }),
    ),
  ];
}

/** A rule about one option. */
function ofOption(rule: Rule, option: Option): Rule {
  if (Array.isArray(rule)) return rule.map((one) => ofOption(one, option));
  if (typeof rule !== "object" || rule === null) return rule;
  const { var: path } = rule as { var?: unknown };
  if (path === "option.value") return option.value;
  if (path === "option.label") return plainWords(option.label);
  if (path === "option.description") return option.description ?? null;
  return Object.fromEntries(Object.entries(rule).map(([name, part]) => [name, ofOption(part, option)]));
}
