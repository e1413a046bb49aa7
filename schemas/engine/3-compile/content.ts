import type { ReadFile } from "../1-read/read.ts";
import { fillKnown, type KnownPlaceholders } from "./words.ts";

type Definition = Record<string, unknown>;

/** What one brand's content gives to rules and words. Paths are `content.<type>.<field>`. */
export interface BrandContent {
  /** The constant that a path stands for in rules, null where the brand has nothing there; undefined for other paths. */
  constant(path: string): unknown;
  /** What a placeholder stands for among other words; an empty text where the brand has nothing there. */
  text: KnownPlaceholders;
  /** The Markdown that a text stands for when it is one placeholder of Markdown and nothing else. */
  markdown(text: string): string | undefined;
  /** The rows of a list with fields, `<type>.<list>`, as they are written, and what its fields are; none for other paths. */
  rows(list: string): { fields: Definition; rows: Definition[] };
}

const typeFile = /^schemas\/content\/([^/]+)\.json$/;
const alone = /^\{(content\.[A-Za-z0-9.]+)\}$/;

/**
 * Opens the content of one brand. Takes files that `check` found no error in.
 * @param known the brand's facts and vocabulary, which texts of content may name.
 */
export function openContent(
  files: Record<string, ReadFile>,
  brand: string,
  known: KnownPlaceholders,
): BrandContent {
  const types = new Map<string, string>();
  const lists = new Map<string, { fields: Definition; rows: Definition[] }>();
  const values = new Map<string, unknown>();
  for (const [path, { value }] of Object.entries(files)) {
    const name = typeFile.exec(path)?.[1];
    if (name === undefined) continue;
    const { content: id, fields } = value as { content: string; fields: Record<string, Definition> };
    const own = (files[`brands/${brand}/content/${name}.json`]?.value ?? {}) as Definition;
    for (const [field, { type, fields: inner }] of Object.entries(fields)) {
      const key = `content.${id}.${field}`;
      types.set(key, String(type));
      // Markdown is filled when it is compiled, so that what is put in can become no markup.
      const given = Object.hasOwn(own, field) ? own[field] : null;
      if (inner) {
        lists.set(`${id}.${field}`, { fields: inner as Definition, rows: (given ?? []) as Definition[] });
      }
      values.set(key, type === "words" ? given : filled(given, type === "address" ? () => undefined : known));
    }
  }
  return {
    constant: (path) => (path.startsWith("content.") ? (values.get(path) ?? null) : undefined),
    text: (name) => {
      if (!values.has(name)) return undefined;
      const value = values.get(name);
      return typeof value === "string" || typeof value === "number" ? String(value) : "";
    },
    markdown: (text) => {
      const path = alone.exec(text)?.[1];
      if (path === undefined || types.get(path) !== "words") return undefined;
      return (values.get(path) as string | null) ?? "";
    },
    rows: (list) => lists.get(list) ?? { fields: {}, rows: [] },
  };
}

/** A value with the brand's facts and vocabulary in its texts. */
function filled(value: unknown, known: KnownPlaceholders): unknown {
  if (typeof value === "string") return fillKnown(value, known);
  return Array.isArray(value)
    ? value.map((one) => (typeof one === "string" ? fillKnown(one, known) : one))
    : value;
}
