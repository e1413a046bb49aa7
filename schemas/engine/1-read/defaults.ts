/** What several brands have in common, such as those of one country: `brands/defaults/<name>`, which a brand `extends`. */
import { isObject, over, taken, type JsonRecord } from "./merge.ts";
import type { ReadFile } from "./read.ts";

/** Defaults with what is said over them: objects by key, everything else as a whole. */
function merged(defaults: JsonRecord, own: JsonRecord): JsonRecord {
  const all: JsonRecord = { ...defaults };
  for (const [key, value] of Object.entries(own)) {
    const there = defaults[key];
    all[key] = isObject(there) && isObject(value) ? merged(there, value) : value;
  }
  return all;
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
      if (inner === "brand.json") all[to] = over({ ...own, value: rest }, lent(file), merged);
      else if (!there) all[to] = taken(file, to);
      else if (!inner.startsWith("content/")) all[to] = over(there, file, merged);
    }
  }
  return all;
}
