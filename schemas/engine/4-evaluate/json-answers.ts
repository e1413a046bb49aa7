/** The answers of a raw JSON Schema step: its own titles, and the labels of its own options. */
import { showDate } from "../operations/date.ts";
import type { BooleanWords } from "../types/index.ts";
import type { AnswerSection } from "./answer-sections.ts";
import { booleanText } from "./words.ts";

type Schema = Record<string, unknown>;

/** Deeper than any form is drawn; what stands below is written as JSON. */
const deepest = 8;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object's answers by the titles of its schema, in the schema's order; objects and lists of objects get headings. */
export function jsonSections(
  root: Schema,
  answer: unknown,
  level: number,
  booleans: BooleanWords | undefined,
): AnswerSection[] {
  return objectSections({ root, booleans }, root, answer, level, 1, undefined);
}

/** The whole schema, which parts of it refer to, and how what is so is said. */
interface JsonForm {
  root: Schema;
  booleans: BooleanWords | undefined;
}

function objectSections(
  form: JsonForm,
  schema: Schema,
  answer: unknown,
  level: number,
  depth: number,
  title: string | undefined,
): AnswerSection[] {
  if (!isObject(answer)) return [];
  const { root, booleans } = form;
  const known = propertiesOf(root, schema);
  const names = [...Object.keys(known), ...Object.keys(answer)].filter(
    (name, index, all) => all.indexOf(name) === index && Object.hasOwn(answer, name),
  );
  const rows: AnswerSection["rows"] = [];
  const below: AnswerSection[] = [];
  for (const name of names) {
    const property = Object.hasOwn(known, name) ? known[name]! : {};
    const label = titleOf(property) ?? name;
    const value = answer[name];
    const option = optionTold(root, schema, name, value);
    if (option !== undefined) {
      rows.push({ label: title ?? label, value: option });
    } else if (depth < deepest && isObject(value)) {
      below.push(...objectSections(form, property, value, level + 1, depth + 1, label));
    } else if (depth < deepest && Array.isArray(value) && value.some(isObject)) {
      const items = resolve(root, property["items"]);
      const each = value.flatMap((one, index) =>
        isObject(one)
          ? objectSections(form, items, one, level + 1, depth + 1, `${label} ${index + 1}`)
          : [
              {
                level: level + 1,
                rows: [{ label: `${label} ${index + 1}`, value: valueText(items, one, booleans) }],
              },
            ],
      );
      below.push(...each);
    } else if (value !== null && value !== "") {
      const single = Array.isArray(value) ? resolve(root, property["items"]) : property;
      rows.push({ label, value: valueText(single, value, booleans) });
    }
  }
  if (rows.length === 0 && below.length === 0) return [];
  return [{ ...(title === undefined ? {} : { title }), level, rows }, ...below];
}

/** Of the schema and of every part of it that may hold, since which one held is not known here. */
function propertiesOf(root: Schema, schema: Schema, depth = 0): Record<string, Schema> {
  if (depth > deepest) return {};
  const found: Record<string, Schema> = {};
  const add = (properties: Record<string, Schema>): void => {
    for (const [name, property] of Object.entries(properties)) {
      if (!Object.hasOwn(found, name) || titleOf(found[name]!) === undefined) found[name] = property;
    }
  };
  if (isObject(schema["properties"])) {
    add(
      Object.fromEntries(
        Object.entries(schema["properties"]).map(([name, one]) => [name, resolve(root, one)]),
      ),
    );
  }
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  const dependent = isObject(schema["dependencies"]) ? Object.values(schema["dependencies"]) : [];
  for (const part of [...parts, schema["then"], schema["else"], ...dependent]) {
    if (isObject(part)) add(propertiesOf(root, resolve(root, part), depth + 1));
  }
  return found;
}

/**
 * The title of the option of oneOf or anyOf that a property without a title of its own tells from the others: in the form
 * that is what the person chose, and the value behind it is nobody's to read.
 */
function optionTold(root: Schema, schema: Schema, name: string, value: unknown): string | undefined {
  const options = [schema["oneOf"], schema["anyOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
  for (const given of options) {
    const option = resolve(root, given);
    const property = isObject(option["properties"]) ? resolve(root, option["properties"][name]) : {};
    const isIt = "const" in property && property["const"] === value && titleOf(property) === undefined;
    if (isIt) return titleOf(option);
  }
  return undefined;
}

/** Follows references inside the schema. */
function resolve(root: Schema, given: unknown): Schema {
  let schema = isObject(given) ? given : {};
  for (let steps = 0; typeof schema["$ref"] === "string" && steps < deepest; steps += 1) {
    const [start, ...names] = schema["$ref"]
      .split("/")
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (start !== "#") return {};
    let target: unknown = root;
    for (const name of names)
      target = isObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
    const { $ref: _followed, ...beside } = schema;
    schema = { ...(isObject(target) ? target : {}), ...beside };
  }
  return schema;
}

const titleOf = (schema: Schema): string | undefined =>
  typeof schema["title"] === "string" && schema["title"] !== "" ? schema["title"] : undefined;

function valueText(schema: Schema, value: unknown, booleans: BooleanWords | undefined): string {
  if (Array.isArray(value)) return value.map((one) => valueText(schema, one, booleans)).join(", ");
  const options = [schema["oneOf"], schema["anyOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
  const chosen = options.find((option) => isObject(option) && option["const"] === value) as
    | Schema
    | undefined;
  if (chosen) return titleOf(chosen) ?? String(value);
  if (schema["format"] === "date" && typeof value === "string") return showDate(value);
  if (typeof value === "boolean") return booleanText(value, booleans);
  return isObject(value) ? JSON.stringify(value) : String(value ?? "");
}
