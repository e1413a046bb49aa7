import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, it } from "vitest";
import { patternInWords } from "../../schemas/engine/2-check/grammar/pattern-words.ts";
import { placeOf } from "../../schemas/engine/2-check/project/file-kinds.ts";
import { operators } from "../../schemas/engine/4-evaluate/rules.ts";
import { withoutOffers } from "../../schemas/engine/2-check/grammar/shape.ts";
import { fieldSlots, slotsOf } from "../../schemas/engine/2-check/wording/field-slots.ts";
import { mimeTypes } from "../../schemas/engine/3-compile/leaf-schema.ts";
import { formats } from "../../schemas/engine/operations/formats.ts";
import { operationUses } from "../../schemas/engine/operations/uses.ts";
import { baseSources, grammarSources, projectSources } from "./broken-cases.ts";

type Schema = Record<string, unknown>;

const grammar = Object.entries(grammarSources()).map(
  ([path, text]) => [path.replace(/^.*\//, ""), JSON.parse(text) as Schema] as const,
);

/** Every object in a schema, with its path; snippets are text for editors. */
function* walk(value: unknown, path = ""): Generator<[string, Schema]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Schema];
  for (const [key, one] of Object.entries(value)) {
    if (key !== "defaultSnippets") yield* walk(one, `${path}/${key}`);
  }
}

const definitionsOf = (schema: Schema): Record<string, Schema> =>
  (schema["definitions"] ?? {}) as Record<string, Schema>;

/** What several grammars have in common. */
const common = "definitions.schema.json";

const grammarNamed = (name: string): Schema => grammar.find(([file]) => file === name)![1];

/** The definition that a `$ref` names: of the same file, or of those in common. */
function resolved(schema: Schema, { $ref }: Schema): Schema {
  const [file = "", name = ""] = typeof $ref === "string" ? $ref.split("#/definitions/") : [];
  return definitionsOf(file === "" ? schema : grammarNamed(common))[name] ?? {};
}

/** What an editor would judge by; words that it does not know are refused. */
function openAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  // Snippets are for editors alone, as are descriptions of values; the rest is said of a field's key to its generators.
  ajv.addVocabulary([
    "defaultSnippets",
    "doNotSuggest",
    "enumDescriptions",
    "x-types",
    "x-kind",
    "x-compiled",
  ]);
  return ajv.addSchema(grammarNamed(common), common);
}

const opened = new Map<string, Ajv>();

/** A grammar or one of its definitions, each compiled once. */
function validatorOf(name: string, definition?: string): ValidateFunction {
  const ajv = opened.get(name) ?? openAjv();
  if (!opened.has(name) && name !== common) ajv.addSchema(withoutOffers(grammarNamed(name)), name);
  opened.set(name, ajv);
  return ajv.getSchema(definition === undefined ? name : `${name}#/definitions/${definition}`)!;
}

/** The values that the grammar offers for a key, wherever it stands: `enum`, and `examples` of what is open. */
function offered(name: string, key: string): string[][] {
  const lists: string[][] = [];
  for (const [path, part] of walk(definitionsOf(grammarNamed(name)))) {
    // A condition only asks.
    if (path.endsWith("/if")) continue;
    const property = (part["properties"] as Record<string, Schema> | undefined)?.[key];
    const named = path === `/${key}` ? part : property;
    for (const [, one] of named ? walk(named) : []) {
      for (const list of [one["enum"], one["examples"]]) {
        if (Array.isArray(list)) lists.push((list as string[]).toSorted());
      }
    }
  }
  return lists;
}

/** The keys of the object that a source file calls `name`. */
function keysInSource(path: string, name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../..", path), "utf8");
  const body = new RegExp(`const ${name}[^=]*= \\{\\n([\\s\\S]*?)\\n\\};`).exec(text)?.[1] ?? "";
  return [...body.matchAll(/^ {2}(?:"([^"]+)"|(\w+))[:,]/gm)].map(([, one, two]) => (one ?? two)!).toSorted();
}

describe("the grammar for editors", () => {
  it.each(grammar)("%s is a draft-07 schema without unknown words", (name, schema) => {
    expect(schema["$schema"]).toBe("http://json-schema.org/draft-07/schema#");
    expect(validatorOf(name)).toBeTypeOf("function");
  });

  it.each(grammar)("%s describes every key in Spanish", (_, schema) => {
    const undescribed: string[] = [];
    for (const [path, part] of walk(schema)) {
      const { properties } = part;
      // Conditions only ask, and what does not fit a type of field is refused with words of its own.
      if (typeof properties !== "object" || properties === null || /\/(if|properties)$/.test(path)) continue;
      for (const [key, property] of Object.entries(properties as Record<string, Schema | false>)) {
        if (property === false) continue;
        const text = property["description"] ?? resolved(schema, property)["description"];
        if (typeof text !== "string" || !/^[A-ZÁÉÍÓÚÑ¿«].*[.»]$/.test(text)) {
          undescribed.push(`${path}/properties/${key}: ${String(text)}`);
        }
      }
    }
    expect(undescribed).toEqual([]);
  });

  it.each(grammar)("%s describes a definition either once or wherever it is used", (_, schema) => {
    // Editors show the definition's own words over those beside the reference.
    const twice = [...walk(schema)].filter(
      ([, part]) => "$ref" in part && "description" in part && "description" in resolved(schema, part),
    );
    expect(twice.map(([path]) => path)).toEqual([]);
  });

  it.each(grammar)("%s closes every object that has named keys", (name, schema) => {
    const open = [...walk(schema)].filter(
      ([path, part]) =>
        part["type"] === "object" &&
        part["properties"] !== undefined &&
        part["additionalProperties"] === undefined &&
        !/\/(if|block)$/.test(path),
    );
    expect(open.map(([path]) => `${name}${path}`)).toEqual([]);
  });

  it.each(grammar)("%s asks for no form that the checker has no words for", (_, schema) => {
    for (const [, part] of walk(schema)) {
      if (
        typeof part["pattern"] === "string" &&
        !("description" in part && part["minLength"] === 1 && part["type"] === "object")
      ) {
        expect(patternInWords(part["pattern"])).not.toMatch(/^algo que cumpla /);
      }
    }
  });

  it("offers the operators and operations that there are, with the operations' own words", () => {
    const { rule } = definitionsOf(grammarNamed(common));
    const properties = rule!["properties"] as Record<string, Schema>;
    expect(Object.keys(properties).toSorted()).toEqual(
      [...operators, ...Object.keys(operationUses)].toSorted(),
    );
    const said = Object.keys(operationUses).map((operation) => properties[operation]!["description"]);
    expect(said).toEqual(Object.values(operationUses).map(({ says }) => says));
  });

  it.each([
    ["format", Object.keys(formats)],
    ["formatName", Object.keys(formats)],
    // A raw step's has no kind.
    ["valueType", Object.keys(slotsOf).filter((type) => type !== "json")],
    [
      "widget",
      [
        ...keysInSource("renderer/widgets/registry.ts", "widgets"),
        ...keysInSource("renderer/widgets/lists.ts", "lists"),
      ],
    ],
  ])("offers every %s that there is", (key, known) => {
    const lists = ["kind.schema.json", "flow.schema.json", common].flatMap((name) => offered(name, key));
    // `schema.format` and the types of a call's values are JSON Schema's, and a document's is a sort of file.
    const own = lists.filter((list) => !["email", "pdf", "array"].some((one) => list.includes(one)));
    expect(known.length).toBeGreaterThan(1);
    expect(own.length).toBeGreaterThan(0);
    for (const list of own) expect(list).toEqual(known.toSorted());
  });

  it("defines once what several files have in common", () => {
    const files = new Map<string, string[]>();
    for (const [name, schema] of grammar) {
      for (const definition of Object.values(definitionsOf(schema))) {
        const text = JSON.stringify(definition);
        files.set(text, [...(files.get(text) ?? []), name]);
      }
    }
    expect([...files].filter(([, names]) => names.length > 1)).toEqual([]);
  });

  it("has nothing in common that only one file refers to", () => {
    const used = new Map<string, Set<string>>();
    for (const [name, schema] of grammar.filter(([file]) => file !== common)) {
      const seen = new Set<string>();
      const visit = (part: Schema, inCommon: boolean): void => {
        for (const [, { $ref }] of walk(part)) {
          const [file, key] = typeof $ref === "string" ? $ref.split("#/definitions/") : [];
          if (key === undefined || !(file === common || (inCommon && file === "")) || seen.has(key)) continue;
          seen.add(key);
          visit(definitionsOf(grammarNamed(common))[key]!, true);
        }
      };
      visit(schema, false);
      for (const key of seen) used.set(key, (used.get(key) ?? new Set()).add(name));
    }
    const lonely = Object.keys(definitionsOf(grammarNamed(common))).filter(
      (key) => (used.get(key)?.size ?? 0) < 2,
    );
    expect(lonely).toEqual([]);
  });

  it("offers every file extension that there is", () => {
    const accepts = definitionsOf(grammarNamed(common))["accepts"] as { items: { enum: string[] } };
    expect(accepts.items.enum.toSorted()).toEqual(Object.keys(mimeTypes).toSorted());
  });

  it.each(Object.keys(slotsOf).filter((type) => type !== "json"))("knows what does not fit a %s", (type) => {
    const keysOf = (file: string, name: string): string[] =>
      Object.keys(definitionsOf(grammarNamed(file))[name]!["properties"] as Schema);
    const all = keysOf(common, "field");
    const unfit = keysOf("flow.schema.json", `${type}Field`);
    expect(unfit.filter((key) => !all.includes(key))).toEqual([]);
    const slots = slotsOf[type as keyof typeof slotsOf];
    expect(fieldSlots.filter((slot) => unfit.includes(slot) === slots.includes(slot))).toEqual([]);
  });

  it("offers every block that there is", () => {
    const known = ["blocks", "sources"].flatMap((all) => keysInSource("renderer/blocks/registry.ts", all));
    expect(known.length).toBeGreaterThan(1);
    expect(offered("screen.schema.json", "block")).toEqual([known.toSorted()]);
  });

  it("offers every kind that there is; if not: npm run check -- --fix", () => {
    const kinds = Object.entries(projectSources()).flatMap(([path, text]) =>
      placeOf(path)?.kind === "kind" ? (JSON.parse(text) as { kind: string }).kind : [],
    );
    expect(offered(common, "kind")).toEqual([kinds.toSorted()]);
  });

  it("has snippets that the grammar takes", () => {
    const fill = (body: unknown): unknown =>
      JSON.parse(
        JSON.stringify(body)
          .replaceAll(/\$\{\d+:([^}]*)\}/g, "$1")
          .replaceAll(/\$\d+/g, "x"),
      );
    let found = 0;
    for (const [name, schema] of grammar) {
      for (const [key, definition] of Object.entries(definitionsOf(schema))) {
        const snippets = (definition["defaultSnippets"] ?? []) as { label: string; body: unknown }[];
        const validate = validatorOf(name, key);
        for (const { label, body } of snippets) {
          found += 1;
          validate(fill(body));
          expect({ name, label, errors: validate.errors ?? [] }).toEqual({ name, label, errors: [] });
        }
      }
    }
    expect(found).toBeGreaterThan(30);
  });

  it.each(Object.entries({ ...projectSources(), ...baseSources() }).filter(([path]) => placeOf(path)))(
    "takes %s",
    (path, text) => {
      const validate = validatorOf(`${placeOf(path)!.kind}.schema.json`);
      validate(JSON.parse(text));
      expect(validate.errors ?? []).toEqual([]);
    },
  );
});
