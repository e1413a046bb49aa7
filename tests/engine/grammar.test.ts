import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { knownForms } from "../../schemas/engine/2-check/forms.ts";
import { placeOf } from "../../schemas/engine/2-check/places.ts";
import { operators } from "../../schemas/engine/4-evaluate/rules.ts";
import { operations } from "../../schemas/engine/operations/index.ts";
import { baseSources, grammarSources, projectSources } from "./broken-cases.ts";

type Schema = Record<string, unknown>;

const grammar = Object.entries(grammarSources()).map(
  ([path, text]) => [path.replace(/^.*\//, ""), JSON.parse(text) as Schema] as const,
);

/** Every object in a schema, with its path. */
function* walk(value: unknown, path = ""): Generator<[string, Schema]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Schema];
  for (const [key, one] of Object.entries(value)) yield* walk(one, `${path}/${key}`);
}

const compile = (schema: Schema) =>
  new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false }).compile(schema);

describe("the grammar for editors", () => {
  it.each(grammar)("%s is a draft-07 schema without unknown words", (_, schema) => {
    expect(schema["$schema"]).toBe("http://json-schema.org/draft-07/schema#");
    expect(() => compile(schema)).not.toThrow();
  });

  it.each(grammar)("%s describes every key in Spanish", (_, schema) => {
    const undescribed: string[] = [];
    for (const [path, part] of walk(schema)) {
      const { properties } = part;
      if (typeof properties !== "object" || properties === null || /\/(if|then|else|properties)$/.test(path))
        continue;
      // The list of operators in `rule`, and what does not fit a type of field, describe themselves.
      if (/definitions\/(rule|textField|choiceField|booleanField)$/.test(path)) continue;
      for (const [key, property] of Object.entries(properties as Record<string, Schema>)) {
        const described = property["description"] ?? property["$ref"];
        if (described === undefined) undescribed.push(`${path}/properties/${key}`);
      }
    }
    expect(undescribed).toEqual([]);
  });

  it.each(grammar)("%s closes every object that has named keys", (name, schema) => {
    const open = [...walk(schema)].filter(
      ([path, part]) =>
        part["type"] === "object" &&
        part["properties"] !== undefined &&
        part["additionalProperties"] === undefined &&
        !path.endsWith("/block"),
    );
    expect(open.map(([path]) => `${name}${path}`)).toEqual([]);
  });

  it.each(grammar)("%s asks for no form that the checker has no words for", (_, schema) => {
    for (const [, part] of walk(schema)) {
      if (
        typeof part["pattern"] === "string" &&
        !("description" in part && part["minLength"] === 1 && part["type"] === "object")
      ) {
        expect(knownForms).toContain(part["pattern"]);
      }
    }
  });

  it("offers the operators and operations that there are", () => {
    for (const [name, schema] of grammar) {
      const rule = (schema["definitions"] as Record<string, Schema> | undefined)?.["rule"];
      if (!rule) continue;
      const offered = Object.keys(rule["properties"] as Schema).toSorted();
      expect({ name, offered }).toEqual({
        name,
        offered: [...operators, ...Object.keys(operations)].toSorted(),
      });
    }
  });

  it.each(Object.entries({ ...projectSources(), ...baseSources() }).filter(([path]) => placeOf(path)))(
    "takes %s",
    (path, text) => {
      const schema = grammar.find(([name]) => name === `${placeOf(path)!.kind}.schema.json`)![1];
      const validate = compile(schema);
      validate(JSON.parse(text));
      expect(validate.errors ?? []).toEqual([]);
    },
  );
});
