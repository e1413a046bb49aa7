import { rowIdPattern } from "../4-evaluate/rows.ts";
import type { ValueType } from "../types.ts";
import type { KindDefinition } from "./kind.ts";

/** Rows that a list may have where its definition says nothing. */
export const mostRows = 100;

/** Megabytes that a file may have where nothing is said. */
const largestFile = 10;

/** JSON Schema that every value of a type has. */
const typeSchemas: Record<ValueType, Record<string, unknown>> = {
  text: { type: "string" },
  number: { type: "number" },
  money: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string" },
  time: { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" },
  choice: { type: "string" },
  choices: { type: "array", items: { type: "string" }, uniqueItems: true },
  list: {
    type: "array",
    items: { type: "string", pattern: rowIdPattern },
    uniqueItems: true,
    maxItems: mostRows,
  },
  file: { type: "object" },
  // The step's own schema is all there is.
  json: {},
  // Without an answer, nothing is asked of it.
  group: {},
  display: {},
};

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
}

/** The JSON Schema of a field's answer: its type's, its kind's and its own. */
export function leafSchema(kind: KindDefinition, field: Limits): Record<string, unknown> {
  const schema = { ...typeSchemas[kind.type], ...kind.schema, ...field.schema };
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
