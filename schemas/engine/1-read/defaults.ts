/** What several brands have in common, such as those of one country: `brands/defaults/<name>`, which a brand `extends`. */
import type { SourceLocation } from "../types/index.ts";
import type { JsonPath } from "./locate.ts";
import type { ReadFile } from "./read.ts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Defaults with what is said over them: objects by key, everything else as a whole. */
function merged(defaults: unknown, own: unknown): unknown {
  if (!isObject(defaults) || !isObject(own)) return own;
  const all: Json = { ...defaults };
  for (const [key, value] of Object.entries(own)) {
    all[key] = Object.hasOwn(defaults, key) ? merged(defaults[key], value) : value;
  }
  return all;
}

/** How much of a path a value has. */
function depthIn(value: unknown, at: JsonPath): number {
  let here = value;
  for (const [depth, key] of at.entries()) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return depth;
    here = (here as Json)[key];
  }
  return at.length;
}

/** A file of defaults as a brand's: what is found wrong in it is told in the file that says it. */
const taken = (file: ReadFile, path: string): ReadFile => ({
  ...file,
  path,
  locate: (at, part) => ({ file: file.path, ...file.locate(at, part) }),
});

/** A brand's file over one of defaults. What neither says is missed in the brand's. */
function over(own: ReadFile, defaults: ReadFile): ReadFile {
  const locate = (at: JsonPath, part?: "key" | "value"): SourceLocation =>
    depthIn(defaults.value, at) > depthIn(own.value, at)
      ? { file: defaults.path, ...defaults.locate(at, part) }
      : own.locate(at, part);
  const value =
    own.value === undefined || defaults.value === undefined ? undefined : merged(defaults.value, own.value);
  return { ...own, value, locate };
}

/** The names of defaults and keys of their own files; of what they lend to brands, no part. */
function lent({ value, ...file }: ReadFile): ReadFile {
  if (!isObject(value)) return { ...file, value };
  const { defaults: _, ...rest } = value;
  return { ...file, value: rest };
}

const brandFile = /^brands\/([^/]+)\/brand\.json$/;

/** The folder of the defaults of a name. */
export const defaultsFolder = (name: string): string => `brands/defaults/${name}/`;

/**
 * Gives each brand what it extends: facts and site by key, words by key, content by file. A brand that extends what is not
 * there keeps the key `extends`, and is left as it is.
 */
export function withDefaults(files: Record<string, ReadFile>): Record<string, ReadFile> {
  const all = { ...files };
  for (const [path, own] of Object.entries(files)) {
    const brand = brandFile.exec(path)?.[1];
    if (brand === undefined || !isObject(own.value)) continue;
    const { extends: name, ...rest } = own.value;
    const folder = defaultsFolder(String(name));
    if (typeof name !== "string" || !files[`${folder}brand.json`]) continue;
    for (const [from, file] of Object.entries(files)) {
      if (!from.startsWith(folder)) continue;
      const inner = from.slice(folder.length);
      const to = `brands/${brand}/${inner}`;
      const there = files[to];
      if (inner === "brand.json") all[to] = over({ ...own, value: rest }, lent(file));
      else if (!there) all[to] = taken(file, to);
      else if (!inner.startsWith("content/")) all[to] = over(there, file);
    }
  }
  return all;
}
