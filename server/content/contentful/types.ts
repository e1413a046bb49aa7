/** What content the definition files ask for: types and brands. Files with mistakes are passed over here: the check tells of them. */
import type { Sources } from "../../../schemas/engine/serve.ts";

export interface ContentField {
  type: string;
  /** Of a list with rows. */
  fields?: Record<string, ContentField>;
}

export interface ContentType {
  /** As rules and words name it, and as the content system does. */
  id: string;
  /** As its file is named, without `.json`. */
  name: string;
  /** Whether a brand has any number of entries, or one. */
  many: boolean;
  fields: Record<string, ContentField>;
}

export interface ContentDemand {
  types: ContentType[];
  brands: string[];
}

const typeFile = /^schemas\/content\/([^/]+)\.json$/;
const brandFile = /^brands\/([^/]+)\/brand\.json$/;
const contentFile = /^brands\/(defaults\/)?[^/]+\/content\//;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function fieldsOf(value: unknown): Record<string, ContentField> {
  const fields = Object.entries(isObject(value) ? value : {}).map(([name, field]) => {
    const { type, fields: rows } = isObject(field) ? field : {};
    return [name, { type: String(type), ...(isObject(rows) ? { fields: fieldsOf(rows) } : {}) }];
  });
  return Object.fromEntries(fields) as Record<string, ContentField>;
}

function readType(name: string, text: string): ContentType[] {
  try {
    const value = JSON.parse(text) as unknown;
    if (!isObject(value) || typeof value["content"] !== "string") return [];
    const { content: id, many, fields } = value;
    return [{ id, name, many: many === true, fields: fieldsOf(fields) }];
  } catch {
    return [];
  }
}

/** The types and brands of definition files, in order of their names. */
export function contentDemandOf(files: Sources): ContentDemand {
  const paths = Object.keys(files).toSorted();
  return {
    types: paths.flatMap((path) => {
      const name = typeFile.exec(path)?.[1];
      return name === undefined ? [] : readType(name, files[path]!);
    }),
    brands: paths.flatMap((path) => brandFile.exec(path)?.[1] ?? []),
  };
}

/** The definition files without content. */
export const withoutContent = (files: Sources): Sources =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !contentFile.test(path)));

/** Levels of links that entries of a type need: rows of lists, and assets behind addresses. */
export const linkDepth = (fields: Record<string, ContentField>): number =>
  Math.max(
    0,
    ...Object.values(fields).map(({ type, fields: rows }) =>
      rows ? 1 + linkDepth(rows) : type === "address" ? 1 : 0,
    ),
  );
