import { rawFormats } from "../../3-compile/raw-formats.ts";
import { rootSchema } from "../../3-compile/raw-step.ts";
import { newRawAjv } from "../../3-compile/raw-validators.ts";
import { askedSchemas } from "../../3-compile/raw-asked.ts";
import {
  allSchemas,
  isSchema,
  referredTo,
  samePlace,
  subSchemas,
  type JsonSchema,
  type SubSchema,
} from "../../4-evaluate/json-schema.ts";
import { pathOfPointer } from "../../4-evaluate/pointer.ts";
import type { Values } from "../../diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "../../diagnostics/messages.ts";
import { nearest } from "../report/nearest.ts";
import { patternProblem, patternWords } from "../patterns/pattern.ts";
import { shortened, jsonTypeInWords } from "../report/value-words.ts";
import { listed } from "../report/values.ts";

export interface RawProblem {
  /** From the schema's root. */
  at: (string | number)[];
  code: DiagnosticCode;
  values: Values;
  part?: "key";
  suggestion?: string;
}

const draft = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

/** Keywords that draft-07 and form libraries read. */
export const rawKeywords = [
  "$comment $defs $id $ref $schema additionalItems additionalProperties allOf anyOf const contains default definitions",
  "dependencies description discriminator else enum enumNames examples exclusiveMaximum exclusiveMinimum format if items",
  "maxItems maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf not oneOf pattern",
  "patternProperties properties propertyNames readOnly required then title type uniqueItems writeOnly",
].flatMap((line) => line.split(" "));

/** Keywords that say something of values of one type alone. Of any other value they say nothing. */
const ofType: Record<string, string> = Object.fromEntries(
  Object.entries({
    string: "minLength maxLength pattern",
    number: "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
    array: "items additionalItems minItems maxItems uniqueItems contains",
    object:
      "properties patternProperties additionalProperties propertyNames required minProperties maxProperties",
  }).flatMap(([type, line]) => line.split(" ").map((keyword) => [keyword, type])),
);

/** Keywords of other drafts and of Ajv, which nothing here would heed although they change what is valid. */
export const refusedKeywords: ReadonlySet<string> = new Set(
  [
    "$anchor $async $data $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef $vocabulary contentEncoding",
    "contentMediaType contentSchema dependentRequired dependentSchemas maxContains minContains nullable prefixItems",
    "unevaluatedItems unevaluatedProperties",
  ].flatMap((line) => line.split(" ")),
);

/**
 * What is wrong with the JSON Schema of a raw step, all of it, in the order of the schema. Nothing means that it can be
 * compiled.
 */
export function rawSchemaProblems(schema: unknown): RawProblem[] {
  if (!isSchema(schema)) return [{ at: [], code: "invalid-schema", values: { keyword: "schema" } }];
  const shape = shapeProblems(schema);
  if (shape.length > 0) return shape;
  const all = allSchemas(schema);
  const known = new Set(all.map((one) => one.schema));
  const problems = [
    ...rootProblems(schema),
    ...all.flatMap((one) => [
      ...keywordProblems(one),
      ...nameProblems(one),
      ...typeProblems(one),
      ...patternProblems(one),
      ...formatProblems(one),
      ...referenceProblems(schema, known, one),
    ]),
  ];
  return problems.length > 0 ? problems : compileProblems(schema);
}

// Made once: compiling the schema of schemas takes longer than checking a flow.
let schemaOfSchemas: ReturnType<typeof newRawAjv> | undefined;

/** Whether it is a JSON Schema at all, said by the schema of schemas. */
function shapeProblems(schema: JsonSchema): RawProblem[] {
  const { $schema: _, ...judged } = schema;
  const ajv = (schemaOfSchemas ??= newRawAjv({ allErrors: false }));
  if (ajv.validateSchema(judged)) return [];
  const at = pathOfPointer(ajv.errors?.[0]?.instancePath ?? "", schema);
  const keyword = at.findLast((part) => rawKeywords.includes(String(part))) ?? "schema";
  return [{ at, code: "invalid-schema", values: { keyword: String(keyword) } }];
}

function rootProblems({ $schema, type }: JsonSchema): RawProblem[] {
  const problems: RawProblem[] = [];
  const wrong = (key: string, value: unknown, allowed: string): void => {
    problems.push({ at: [key], code: "unknown-value", values: { value: shortened(value), allowed } });
  };
  if ($schema !== undefined && !draft.test(String($schema))) {
    wrong("$schema", $schema, "http://json-schema.org/draft-07/schema#");
  }
  if (type !== undefined && type !== "object") wrong("type", type, "object");
  return problems;
}

function keywordProblems({ at, schema }: SubSchema): RawProblem[] {
  return Object.keys(schema).flatMap((key): RawProblem[] => {
    // A name inside gives its references another root.
    const stray = refusedKeywords.has(key) || (key === "$id" && at.length > 0);
    if (!stray && rawKeywords.includes(key)) return [];
    const suggestion = stray ? undefined : nearest(key, rawKeywords);
    if (!stray && suggestion === undefined) return [];
    return [
      {
        at: [...at, key],
        code: "unknown-key",
        values: { key, allowed: listed(rawKeywords.filter((one) => one !== "$id")) },
        part: "key",
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    ];
  });
}

/** Such names come before all others, wherever they are written, and where nothing is yet they are places of a list. */
function nameProblems({ at, schema }: SubSchema): RawProblem[] {
  const names = isSchema(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  return names
    .filter((name) => /^(?:0|[1-9][0-9]*)$/.test(name))
    .map((name) => ({
      at: [...at, "properties", name],
      code: "numeric-property",
      values: { name },
      part: "key",
    }));
}

/** A limit of texts on a number says nothing: whoever wrote it meant something else. */
function typeProblems({ at, schema }: SubSchema): RawProblem[] {
  const types = [schema["type"]].flat().filter((type) => typeof type === "string");
  if (types.length === 0) return [];
  const told = new Set(types.map((type) => (type === "integer" ? "number" : type)));
  return Object.keys(schema).flatMap((key): RawProblem[] => {
    const type = Object.hasOwn(ofType, key) ? ofType[key]! : undefined;
    if (type === undefined || told.has(type)) return [];
    const values = { key, kind: "json", type: types.map((one) => jsonTypeInWords(one)).join(" o ") };
    return [{ at: [...at, key], code: "key-does-not-fit", values, part: "key" }];
  });
}

function patternProblems({ at, schema }: SubSchema): RawProblem[] {
  const patterns: [RawProblem["at"], string, "key" | undefined][] = [];
  if (typeof schema["pattern"] === "string")
    patterns.push([[...at, "pattern"], schema["pattern"], undefined]);
  if (isSchema(schema["patternProperties"])) {
    for (const pattern of Object.keys(schema["patternProperties"])) {
      patterns.push([[...at, "patternProperties", pattern], pattern, "key"]);
    }
  }
  return patterns.flatMap(([place, pattern, part]): RawProblem[] => {
    const problem = patternProblem(pattern);
    if (!problem) return [];
    return [{ at: place, code: problem.code, ...patternWords(problem), ...(part ? { part } : {}) }];
  });
}

function formatProblems({ at, schema }: SubSchema): RawProblem[] {
  const { format } = schema;
  if (typeof format !== "string" || Object.hasOwn(rawFormats, format)) return [];
  const known = Object.keys(rawFormats);
  const suggestion = nearest(format, known);
  return [
    {
      at: [...at, "format"],
      code: "unknown-format",
      values: { format, allowed: listed(known) },
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ];
}

/** `known` are all schemas that were looked at: what a reference finds elsewhere was not. */
function referenceProblems(
  root: JsonSchema,
  known: ReadonlySet<JsonSchema>,
  { at, schema }: SubSchema,
): RawProblem[] {
  const ref = schema["$ref"];
  if (typeof ref !== "string") return [];
  const target = referredTo(root, ref);
  const place = [...at, "$ref"];
  if (typeof target === "boolean") {
    return [{ at: place, code: "boolean-ref", values: { ref, value: String(target) } }];
  }
  if (!isSchema(target) || !known.has(target)) {
    return [{ at: place, code: "foreign-ref", values: { ref } }];
  }
  return isEndless(root, schema) ? [{ at: place, code: "endless-ref", values: { ref } }] : [];
}

/**
 * Whether judging a value by this schema, or drawing it, comes back to it before there is any answer. What a list's
 * elements and further keys hold is drawn only when there are some.
 */
function isEndless(root: JsonSchema, from: JsonSchema): boolean {
  const next = (schema: JsonSchema): JsonSchema[] => {
    const target = typeof schema["$ref"] === "string" ? referredTo(root, schema["$ref"]) : undefined;
    const inside = subSchemas(schema).filter(({ at }) => {
      const keyword = String(at[0]);
      if (keyword === "items") return Number(schema["minItems"] ?? 0) > 0;
      return keyword === "properties" || samePlace.has(keyword);
    });
    return [...(isSchema(target) ? [target] : []), ...inside.map((one) => one.schema)];
  };
  const seen = new Set<JsonSchema>();
  const waiting = next(from);
  for (const schema of waiting) {
    if (schema === from) return true;
    if (seen.has(schema)) continue;
    seen.add(schema);
    waiting.push(...next(schema));
  }
  return false;
}

/** Schemas that can be compiled, by their text: compiling takes as long as all the rest of a check. */
const compilable = new Set<string>();

/** What only shows when it is compiled. */
function compileProblems(schema: JsonSchema): RawProblem[] {
  const text = JSON.stringify(schema);
  if (compilable.has(text)) return [];
  const whole = rootSchema(schema);
  try {
    newRawAjv().compile(whole);
    askedSchemas(whole);
  } catch {
    return [{ at: [], code: "invalid-schema", values: { keyword: "schema" } }];
  }
  if (compilable.size > 50) compilable.clear();
  compilable.add(text);
  return [];
}
