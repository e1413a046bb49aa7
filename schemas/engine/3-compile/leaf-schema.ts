import { rowIdPattern } from "../4-evaluate/rows.ts";
import type { Format, ValueType } from "../types/index.ts";
import type { KindDefinition } from "./kind.ts";

/** Rows that a list may have where its definition says nothing. */
export const maxRows = 100;

/** Megabytes that a file may have where nothing is said. */
const largestFile = 10;

/** Keywords with which a kind or a field narrows what a value may be. */
type Keyword =
  | "minLength"
  | "maxLength"
  | "pattern"
  | "format"
  | "minimum"
  | "maximum"
  | "multipleOf"
  | "minItems"
  | "maxItems";

interface LeafType {
  /** What every value of the type has. */
  schema: Record<string, unknown>;
  /** What kinds and fields may say besides, in `schema`; nothing where other keys say it, or the type says all. */
  takes: readonly Keyword[];
}

const numeric: LeafType = { schema: { type: "number" }, takes: ["minimum", "maximum", "multipleOf"] };

const leafTypes: Record<ValueType, LeafType> = {
  text: { schema: { type: "string" }, takes: ["minLength", "maxLength", "pattern", "format"] },
  number: numeric,
  money: numeric,
  boolean: { schema: { type: "boolean" }, takes: [] },
  date: { schema: { type: "string" }, takes: [] },
  time: { schema: { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" }, takes: [] },
  choice: { schema: { type: "string" }, takes: [] },
  choices: {
    schema: { type: "array", items: { type: "string" }, uniqueItems: true },
    takes: ["minItems", "maxItems"],
  },
  list: {
    schema: {
      type: "array",
      items: { type: "string", pattern: rowIdPattern },
      uniqueItems: true,
      maxItems: maxRows,
    },
    takes: [],
  },
  file: { schema: { type: "object" }, takes: [] },
  // The step's own schema is all there is.
  json: { schema: {}, takes: [] },
  // Without an answer, nothing is asked of it.
  group: { schema: {}, takes: [] },
  display: { schema: {}, takes: [] },
};

/** The keywords that `schema` of a kind or field may have, by the type of its value: the checker's and the grammar's too. */
export const leafKeywords = (type: ValueType): readonly string[] => leafTypes[type].takes;

/** What a file's extension says of its content. */
export const mimeTypes: Record<string, string> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

interface Limits {
  schema?: Record<string, unknown>;
  min?: number;
  max?: number;
  accepts?: string[];
  maxSize?: number;
  computed?: unknown;
}

/**
 * The JSON Schema of a field's answer: its type's, its kind's and its own. A number that is typed without decimals has none,
 * whoever sends it; what is worked out may have some.
 */
export function leafSchema(kind: KindDefinition, field: Limits, format?: Format): Record<string, unknown> {
  const schema = { ...leafTypes[kind.type].schema, ...kind.schema, ...field.schema };
  const isCount = schema["type"] === "number" && !("multipleOf" in schema) && field.computed === undefined;
  if (isCount && format && !format.with["decimals"]) return { ...schema, type: "integer" };
  if (kind.type === "list") {
    const { min, max } = field;
    return { ...schema, ...(min ? { minItems: min } : {}), ...(max === undefined ? {} : { maxItems: max }) };
  }
  return kind.type === "file" ? { ...schema, ...fileSchema({ ...kind, ...field }) } : schema;
}

function fileSchema({ accepts, maxSize = largestFile }: Limits): Record<string, unknown> {
  const types = accepts?.flatMap((extension) => mimeTypes[extension] ?? []);
  return {
    required: ["id", "name", "size", "type"],
    additionalProperties: false,
    properties: {
      id: { type: "string", maxLength: 64 },
      name: { type: "string", minLength: 1, maxLength: 255 },
      size: { type: "integer", minimum: 1, maximum: maxSize * 1024 * 1024 },
      type: { type: "string", ...(types ? { enum: [...new Set(types)] } : {}) },
    },
  };
}
