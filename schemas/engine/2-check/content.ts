import type { At } from "../1-read/locate.ts";
import type { ReadFile } from "../1-read/read.ts";
import { nearest } from "./nearest.ts";
import { placeOf } from "./places.ts";
import type { WordScope } from "./placeholders.ts";
import type { Item, Project } from "./project.ts";
import type { Finding } from "./variables.ts";
import { asObject, asText, type Definition } from "./values.ts";

/** The content of all brands, and what content of each type holds. */
export interface Content {
  /** By id. */
  types: Map<string, Item>;
  /** By brand and type, with a space between. */
  files: Map<string, ReadFile>;
  /** Of types with many entries, in the same way: the files by the entry's name. */
  entries: Map<string, Map<string, ReadFile>>;
  /** What was told to be missing: many may read the same. */
  told: Set<string>;
}

/** Finds all content among the files. Takes files with mistakes too. */
export function openContent(files: Record<string, ReadFile>): Content {
  const content: Content = { types: new Map(), files: new Map(), entries: new Map(), told: new Set() };
  for (const file of Object.values(files)) {
    const place = placeOf(file.path);
    const key = `${place?.owner} ${place?.id}`;
    if (place?.entry !== undefined) {
      const entries = content.entries.get(key) ?? new Map<string, ReadFile>();
      content.entries.set(key, entries.set(place.entry, file));
    } else if (place?.kind === "content") content.files.set(key, file);
    if (place?.kind !== "content-type") continue;
    content.types.set(place.id, { id: place.id, owner: "", file, value: asObject(file.value) });
  }
  return content;
}

/** Whether content of a type has many entries. */
export const hasMany = (type: Item | undefined): boolean => type?.value["many"] === true;

/** The files of a brand's content of a type: one, or one for each entry. */
export const contentFilesOf = ({ content }: Project, brand: Item, type: string): ReadFile[] => {
  const key = `${brand.owner} ${type}`;
  if (hasMany(content.types.get(type))) return [...(content.entries.get(key)?.values() ?? [])];
  const single = content.files.get(key);
  return single ? [single] : [];
};

/** The names of the entries that a brand has of a type. */
export const entriesOf = ({ content }: Project, brand: Item, type: string): string[] => [
  ...(content.entries.get(`${brand.owner} ${type}`)?.keys() ?? []),
];

/** Whether nothing can be said of a file because it has mistakes of its own. */
export const isUnsureFile = (project: Project, file: ReadFile): boolean =>
  file.value === undefined || project.report.isSpoiled(file);

const hyphened = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const typeFileOf = (type: string): string => `schemas/content/${hyphened(type)}.json`;

/** All paths that are read from content: `content.<type>.<field>`. */
const contentPaths = (project: Project): string[] =>
  [...project.content.types.values()].flatMap(({ id, value }) =>
    Object.keys(asObject(value["fields"])).map((name) => `content.${id}.${name}`),
  );

export type FoundContent = { finding: Finding } | { field: Definition; type: string } | "unsure";

/**
 * Finds the field of a type that a path names, and tells each brand that has no such content.
 * @param forEach the type that there is one of the reader for each entry of, if there is.
 */
export function findField(
  project: Project,
  path: string,
  owner: string,
  brands: Item[],
  forEach: string | undefined,
): FoundContent {
  const { types, files, told } = project.content;
  const [, type = "", name = "", ...rest] = path.split(".");
  const found = types.get(type);
  const unknown = (code: Finding["code"]): FoundContent => {
    const values = { owner, path, type, file: typeFileOf(type) };
    return { finding: { code, values, suggestion: nearest(path, contentPaths(project)) } };
  };
  if (type === "") return { finding: { code: "unknown-variable", values: { owner, path } } };
  if (!found) return unknown("unknown-content-type");
  if (isUnsureFile(project, found.file)) return "unsure";
  const fields = asObject(found.value["fields"]);
  if (rest.length > 0 || !Object.hasOwn(fields, name)) return unknown("unknown-content");
  if (hasMany(found)) {
    if (forEach === type) return { field: asObject(fields[name]), type };
    if (forEach !== undefined && !types.has(forEach)) return "unsure";
    return { finding: { code: "content-of-many", values: { owner, path, type } } };
  }
  for (const brand of brands) {
    const key = `${brand.owner} ${type}`;
    if (files.has(key) || told.has(key)) continue;
    told.add(key);
    const source = owner.charAt(0).toLowerCase() + owner.slice(1);
    const file = `brands/${brand.owner}/content/${hyphened(type)}.json`;
    const values = { brand: brand.id, type, source, file, typeFile: typeFileOf(type) };
    project.report.add(brand.file, ["brand"], "missing-content", values);
  }
  return { field: asObject(fields[name]), type };
}

const whatIs: Record<string, string> = {
  words: "un texto con Markdown",
  boolean: "un sí o no",
  list: "una lista",
};

/** That a field of content cannot be used so. */
export const misfit = (owner: string, path: string, what: string, reason: string, mend: string): Finding => ({
  code: "content-does-not-fit",
  values: { owner, path, what, reason, mend },
});

/**
 * Judges a path of content, `content.<type>.<field>`, that a rule reads, and says in the file of each of the brands that
 * lacks such content that it is missing.
 */
export function readContent(
  project: Project,
  path: string,
  owner: string,
  brands: Item[],
  forEach: string | undefined,
): Finding | undefined {
  const found = findField(project, path, owner, brands, forEach);
  if (found === "unsure") return undefined;
  if ("finding" in found) return found.finding;
  if (found.field["fields"] === undefined) return undefined;
  const mend = 'usa un campo de otro tipo, o una lista con "of": "text"';
  return misfit(owner, path, "una lista con campos", "las reglas no la pueden leer", mend);
}

/** A placeholder in a text. */
interface Placeholder {
  /** With braces, and with the kind that it is shown as. */
  whole: string;
  name: string;
  text: string;
}

/** Checks a placeholder that names content. Gives whether it does: others are not looked at. */
export function checkContentPlaceholder(
  project: Project,
  file: ReadFile,
  { whole, name, text }: Placeholder,
  at: At,
  scope: WordScope,
): boolean {
  if (!name.startsWith("content.")) return false;
  const owner = scope.owner === "El texto" ? `Un texto de ${file.path}` : scope.owner;
  const forEach = scope.forEach ?? asText((scope.flow ?? { value: asObject(file.value) }).value["forEach"]);
  const found = findField(project, name, owner, scope.brands, forEach);
  if (found === "unsure") return true;
  const finding =
    "finding" in found
      ? found.finding
      : misfitInWords(found.field, owner, { whole, name, text }, scope.markdown);
  if (!finding) return true;
  const suggestion = finding.suggestion === undefined ? undefined : whole.replace(name, finding.suggestion);
  project.report.add(file, at, finding.code, finding.values, { suggestion, within: whole });
  return true;
}

/** Why a field of content cannot stand where a placeholder names it, if it cannot. */
function misfitInWords(
  field: Definition,
  owner: string,
  { whole, name, text }: Placeholder,
  markdown: boolean,
): Finding | undefined {
  const type = asText(field["type"]) ?? "";
  const what = whatIs[type];
  if (what === undefined) return undefined;
  if (type !== "words") {
    const mend = "quita el marcador; en un texto se pueden poner textos, números y direcciones";
    return misfit(owner, name, what, "no se puede poner dentro de un texto", mend);
  }
  if (!markdown) {
    const mend = "usa un campo de texto sin Markdown";
    return misfit(owner, name, what, "aquí va un texto sin Markdown", mend);
  }
  if (text === `{${name}}`) return undefined;
  const reason = text === whole ? "se muestra tal cual" : "tiene que ser todo el texto";
  return misfit(owner, name, what, reason, "deja el marcador solo, o usa un campo de texto sin Markdown");
}

/** The addresses that a link to content has, by brand; undefined where it names none. */
export function contentHrefs(project: Project, url: string, brands: Item[]): string[] | undefined {
  const [, type, name] = /^\{content\.([A-Za-z0-9]+)\.([A-Za-z0-9]+)\}/.exec(url) ?? [];
  if (type === undefined || name === undefined) return undefined;
  return brands
    .flatMap((brand) => contentFilesOf(project, brand, type))
    .filter((file) => !isUnsureFile(project, file))
    .map((file) => asText(asObject(file.value)[name]) ?? "");
}
