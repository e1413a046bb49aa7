import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isBrandFile, type Sources } from "../../schemas/engine/serve.ts";
import { describeBrandFile } from "./describe-brand-file.ts";

/** The folders whose JSON files are definitions. The grammar is among them, under `schemas/language`; so are the files that brands bring. */
export const definitionFolders = ["schemas", "brands"];

const project = join(import.meta.dirname, "../..");
const grammar = "schemas/language/";

/**
 * The definition files below a root, by their paths in it. Editors' temporary files and the engine's code are passed over.
 * A root without a grammar is read with the project's own: authors need not keep a copy.
 */
export async function listSources(root: string): Promise<Record<string, string>> {
  const files = await listAll(root, definitionFolders);
  const complete = Object.keys(files).some((path) => path.startsWith(grammar));
  if (!complete) Object.assign(files, await listAll(project, [grammar]));
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Reads them. Of a picture or font that a brand brings it is said what it is. */
export async function loadSources(root: string): Promise<Sources> {
  const read = await Promise.all(
    Object.entries(await listSources(root)).map(async ([path, file]): Promise<[string, string][]> => {
      try {
        const content = await readFile(file);
        return [[path, isBrandFile(path) ? describeBrandFile(content) : content.toString("utf8")]];
      } catch (error) {
        // Gone while we read: the watcher comes again.
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
        throw error;
      }
    }),
  );
  return Object.fromEntries(read.flat());
}

async function listAll(root: string, folders: string[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const path = relative(root, file).split(sep).join("/");
      const isRead = isBrandFile(path) || isDefinition(entry.name);
      if (isRead && !path.startsWith("schemas/engine/")) files[path] = file;
    }
  }
  return files;
}

/** Whether a file name is one that authors write: `.json`, and no hidden or temporary file. */
export const isDefinition = (name: string): boolean =>
  name.endsWith(".json") && !name.startsWith(".") && !name.startsWith("#");
