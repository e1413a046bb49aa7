import type { ReadFile } from "../../1-read/read.ts";
import { placeOf } from "./file-kinds.ts";
import { isObject } from "../report/values.ts";
import type { Brand, ContentTypeDefinition, Project } from "./project.ts";

/** The content of all brands, and what content of each type holds. */
export interface Content {
  /** By id. */
  types: Map<string, ContentTypeDefinition>;
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
    if (place?.defaults !== undefined) continue;
    const key = `${place?.owner} ${place?.id}`;
    if (place?.entry !== undefined) {
      const entries = content.entries.get(key) ?? new Map<string, ReadFile>();
      content.entries.set(key, entries.set(place.entry, file));
    } else if (place?.kind === "content") content.files.set(key, file);
    if (place?.kind !== "content-type") continue;
    content.types.set(place.id, {
      id: place.id,
      owner: "",
      file,
      value: file.value ?? {},
    });
  }
  return content;
}

/** Whether content of a type has many entries. */
export const hasMany = (type: ContentTypeDefinition | undefined): boolean => type?.value.many === true;

/** The files of a brand's content of a type: one, or one for each entry. */
export const contentFilesOf = ({ content }: Project, brand: Brand, type: string): ReadFile[] => {
  const key = `${brand.owner} ${type}`;
  if (hasMany(content.types.get(type))) return [...(content.entries.get(key)?.values() ?? [])];
  const single = content.files.get(key);
  return single ? [single] : [];
};

/** What stands at a path of content, as far as it is there: what it is, its type says. */
export const contentAt = ({ value }: ReadFile, path: readonly string[]): unknown =>
  path.reduce((one, key) => (isObject(one) ? one[key] : undefined), value);

/** The names of the entries that a brand has of a type. */
export const entriesOf = ({ content }: Project, brand: Brand, type: string): string[] => [
  ...(content.entries.get(`${brand.owner} ${type}`)?.keys() ?? []),
];

/** Whether nothing can be said of a file because it has mistakes of its own. */
export const isUnresolvedFile = (project: Project, file: ReadFile): boolean =>
  file.value === undefined || project.report.isInvalid(file);

export const kebabCase = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const typeFileOf = (type: string): string => `schemas/content/${kebabCase(type)}.json`;
