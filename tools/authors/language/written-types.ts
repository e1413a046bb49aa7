/** The types of what definition files say, as their grammars let them. */
import { keptKeys } from "./field-keys.ts";
import { propertiesOf, type Grammars, type Schema } from "./grammars.ts";

/** Some definitions have a type of the engine's already. */
const known: Record<string, string> = { rule: "Rule", valueType: 'Exclude<ValueType, "json">' };

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The type of a definition: of those in common by its own name, of others with their grammar's. */
const nameOf = (grammar: string, definition: string): string =>
  known[definition] ??
  `Written${grammar === "definitions" ? "" : capital(camel(grammar))}${capital(definition)}`;

/** The type of a whole file. */
const fileTypeOf = (grammar: string): string => `Written${capital(camel(grammar))}File`;

const primitives: Record<string, string> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  array: "unknown[]",
  object: "Record<string, unknown>",
};

const union = (types: string[]): string => [...new Set(types)].join(" | ");

function typeOf(schema: Schema, grammar: string): string {
  if (schema.$ref !== undefined) {
    const [file = "", name = ""] = schema.$ref.split("#/definitions/");
    return nameOf(file === "" ? grammar : file.replace(".schema.json", ""), name);
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)));
  const branches = [schema.then, schema.else].flatMap((one) => one ?? []);
  const cases = (schema.allOf ?? []).flatMap((one) => (one.if && one.then?.$ref ? one.then : []));
  if (cases.length > 0 && branches.length === 0 && schema.additionalProperties !== false) {
    return union(cases.map((one) => typeOf(one, grammar)));
  }
  const narrowed = schema.allOf?.find((one) => one.$ref !== undefined);
  if (narrowed && !schema.type) return typeOf(narrowed, grammar);
  if (isObject(schema)) return objectOf(schema, grammar);
  if (branches.length > 0) return union(branches.map((one) => typeOf(one, grammar)));
  const types = [schema.type ?? (schema.items ? "array" : [])].flat();
  return types.length > 0 ? union(types.map((type) => typeOfJson(type, schema, grammar))) : "unknown";
}

/** One of the types of JSON that a schema takes, with what it says of those that hold others. */
function typeOfJson(
  type: string,
  { items, properties, additionalProperties: others }: Schema,
  grammar: string,
): string {
  if (type === "array" && items) return `(${typeOf(items, grammar)})[]`;
  // What holds more of its own sort cannot be named as a record of it.
  if (type === "object" && typeof others === "object" && properties)
    return `{ [key: string]: ${typeOf(others, grammar)} }`;
  if (type === "object" && typeof others === "object") return `Record<string, ${typeOf(others, grammar)}>`;
  return primitives[type] ?? "unknown";
}

const isObject = ({ properties, additionalProperties }: Schema): boolean =>
  properties !== undefined && additionalProperties === false;

function objectOf(schema: Schema, grammar: string): string {
  const needed = new Set(schema.required);
  const lines = propertiesOf(schema)
    .filter(([key]) => key !== "$schema")
    .map(([key, one]) => `${JSON.stringify(key)}${needed.has(key) ? "" : "?"}: ${typeOf(one, grammar)};`);
  return `{\n${lines.join("\n")}\n}`;
}

/** Whether a definition says what something is, not only what does not fit: `<type>Field` of a flow. */
const isWhole = (name: string, { properties, $ref, type }: Schema): boolean =>
  known[name] === undefined && !($ref === undefined && type === undefined && properties !== undefined);

function declared(name: string, schema: Schema, grammar: string): string {
  const type = typeOf(schema, grammar);
  return isObject(schema) ? `export interface ${name} ${type}\n` : `export type ${name} = ${type};\n`;
}

export function writtenTypes(grammars: Grammars): string {
  const all = Object.entries(grammars).flatMap(([grammar, schema]) => {
    const inside = Object.entries(schema.definitions ?? {})
      .filter(([name, one]) => isWhole(name, one))
      .map(([name, one]) => declared(nameOf(grammar, name), one, grammar));
    const whole = grammar === "definitions" ? [] : [declared(fileTypeOf(grammar), schema, grammar)];
    return [...whole, ...inside];
  });
  const kept = keptKeys(grammars).map((key) => JSON.stringify(key));
  return `import type { Rule, ValueType } from "./answers.ts";

/** A key of a field that goes to the browser as it is written. */
export type KeptKey = ${union(kept)};

${all.join("\n")}`;
}
