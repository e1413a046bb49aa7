import type { ReadFile } from "../1-read/read.ts";
import type { ContentRow, SourceRows } from "../1-read/expand.ts";
import { fillKnown, type KnownPlaceholders } from "./words.ts";

type Definition = Record<string, unknown>;

/** What one brand's content gives to rules and words. Paths are `content.<type>.<field>`. */
export interface BrandContent {
  /** The constant that a path stands for in rules, null where the brand has nothing there; undefined for other paths. */
  constant(path: string): unknown;
  /** What a placeholder stands for among other words; an empty text where the brand has nothing there. */
  text: KnownPlaceholders;
  /** The rows of a list, `<type>.<field>`; none where the brand has nothing there. */
  rows: SourceRows;
  /** The Markdown that a text stands for when it is one placeholder of Markdown and nothing else. */
  markdown(text: string): string | undefined;
  /** The rows of a list with fields, `<type>.<list>`, as they are written, and what its fields are; none for other paths. */
  list(path: string): { fields: Definition; rows: Definition[] };
}

interface ContentType {
  content: string;
  fields: Record<string, Definition>;
  many?: boolean;
}

/** One of many entries of a type. */
export interface Entry {
  type: string;
  /** The name of its file. */
  entry: string;
}

const typeFile = /^schemas\/content\/([^/]+)\.json$/;
/** Types whose texts name nothing of the brand. */
const asItIs: ReadonlySet<unknown> = new Set(["address", "email"]);

const alone = /^\{(content\.[A-Za-z0-9.]+)\}$/;

/**
 * Opens the content of one brand. Takes files that `check` found no error in.
 * @param known the brand's facts and vocabulary, which texts of content may name.
 * @param chosen of the type that it names, the entry that is read.
 */
export function openContent(
  files: Record<string, ReadFile>,
  brand: string,
  known: KnownPlaceholders,
  chosen?: Entry,
): BrandContent {
  const types = new Map<string, string>();
  const lists = new Map<string, { fields: Definition; rows: Definition[] }>();
  const values = new Map<string, unknown>();
  /** Types with many entries, where none of theirs is read. */
  const unchosen = new Set<string>();
  for (const [path, { value }] of Object.entries(files)) {
    const name = typeFile.exec(path)?.[1];
    if (name === undefined) continue;
    const { content: id, fields, many } = value as ContentType;
    if (many && chosen?.type !== id) {
      unchosen.add(id);
      continue;
    }
    const entry = chosen?.type === id ? `/${chosen.entry}` : "";
    const own = (files[`brands/${brand}/content/${name}${entry}.json`]?.value ?? {}) as Definition;
    for (const [field, { type, fields: inner }] of Object.entries(fields)) {
      const key = `content.${id}.${field}`;
      types.set(key, String(type));
      // Markdown is filled when it is compiled, so that what is put in can become no markup.
      const given = Object.hasOwn(own, field) ? own[field] : null;
      if (inner) {
        lists.set(`${id}.${field}`, { fields: inner as Definition, rows: (given ?? []) as Definition[] });
      }
      values.set(key, type === "words" ? given : filled(given, asItIs.has(type) ? () => undefined : known));
    }
  }
  const list: BrandContent["list"] = (path) => lists.get(path) ?? { fields: {}, rows: [] };
  return {
    constant: (path) =>
      path.startsWith("content.") && !unchosen.has(path.split(".")[1]!)
        ? (values.get(path) ?? null)
        : undefined,
    text: (name) => {
      if (!values.has(name)) return undefined;
      const value = values.get(name);
      return typeof value === "string" || typeof value === "number" ? String(value) : "";
    },
    rows: (path) => list(path).rows as unknown as ContentRow[],
    markdown: (text) => {
      const path = alone.exec(text)?.[1];
      if (path === undefined || types.get(path) !== "words") return undefined;
      return (values.get(path) as string | null) ?? "";
    },
    list,
  };
}

/** A value with the brand's facts and vocabulary in its texts. */
function filled(value: unknown, known: KnownPlaceholders): unknown {
  if (typeof value === "string") return fillKnown(value, known);
  return Array.isArray(value)
    ? value.map((one) => (typeof one === "string" ? fillKnown(one, known) : one))
    : value;
}

/** The entries that a brand has of a type, in the order of their names, and their files. */
export function entriesOf(
  files: Record<string, ReadFile>,
  brand: string,
  type: string,
): (Entry & { file: string })[] {
  const name = Object.keys(files)
    .flatMap((path) => typeFile.exec(path)?.[1] ?? [])
    .find((one) => (files[`schemas/content/${one}.json`]!.value as Definition)["content"] === type);
  const folder = `brands/${brand}/content/${name}/`;
  return Object.keys(files)
    .filter((path) => path.startsWith(folder))
    .map((path) => ({ type, entry: path.slice(folder.length, -".json".length), file: path }))
    .toSorted((a, b) => (a.entry < b.entry ? -1 : 1));
}
