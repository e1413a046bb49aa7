import type { ValueType } from "../../types/index.ts";

/** A value's type of JSON, in words. */
const jsonTypes: Record<string, string> = {
  string: "un texto",
  number: "un número",
  integer: "un número entero",
  boolean: "true o false",
  array: "una lista [ ]",
  object: "un objeto { }",
  null: "null",
};

export const isJsonType = (type: unknown): type is string =>
  typeof type === "string" && Object.hasOwn(jsonTypes, type);

/** A type of JSON, in words; what is none, as it is written. */
export const jsonTypeInWords = (type: unknown): string =>
  isJsonType(type) ? jsonTypes[type]! : String(type);

/** What a text of the form of a day has to be. */
export const dayInWords = "un día que exista, como 2026-11-21";

/** The type of JSON of a value. */
export const jsonTypeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** A value as it is written, cut where it is long. */
export const shortened = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** What a limit of the grammar asks for, in words. */
export const limitsInWords: Record<string, (limit: number) => string> = {
  minLength: (limit) => (limit === 1 ? "no puede estar vacío" : `lleva al menos ${limit} caracteres`),
  minItems: (limit) => `la lista lleva al menos ${limit}`,
  minProperties: (limit) => `lleva al menos ${limit} dentro`,
  minimum: (limit) => `va desde ${limit}`,
  maximum: (limit) => `va hasta ${limit}`,
};

/** A field's type, in words. */
const typeWords: Partial<Record<string, string>> & Record<Exclude<ValueType, "json">, string> = {
  text: "texto",
  number: "un número",
  money: "un monto",
  boolean: "un sí o no",
  date: "una fecha",
  time: "una hora",
  choice: "una elección",
  choices: "una elección de varias",
  file: "un archivo",
  group: "un grupo",
  list: "una lista",
  display: "un texto que no pregunta",
};

export const valueTypeInWords = (type: string | undefined): string =>
  (type !== undefined && Object.hasOwn(typeWords, type) ? typeWords[type] : undefined) ?? "de otra clase";
