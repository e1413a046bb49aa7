import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Sources } from "../../schemas/engine/all.ts";

/** The folders whose JSON files are definitions. The grammar is among them, under `schemas/language`. */
export const definitionFolders = ["schemas", "brands"];

const project = join(import.meta.dirname, "../..");
const grammar = "schemas/language/";

/**
 * Reads all definition files below a root. Editors' temporary files and the engine's code are passed over.
 * A root without a grammar is read with the project's own: authors need not keep a copy.
 */
export async function loadSources(root: string): Promise<Sources> {
  const sources = await readAll(root, definitionFolders);
  const complete = Object.keys(sources).some((path) => path.startsWith(grammar));
  if (!complete) Object.assign(sources, await readAll(project, [grammar]));
  return Object.fromEntries(Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function readAll(root: string, folders: string[]): Promise<Sources> {
  const sources: Sources = {};
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    await Promise.all(
      entries.map(async (entry) => {
        if (!entry.isFile() || !isDefinition(entry.name)) return;
        const file = join(entry.parentPath, entry.name);
        const path = relative(root, file).split(sep).join("/");
        if (path.startsWith("schemas/engine/")) return;
        const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
          // Gone while we read: the watcher comes again.
          if (error.code === "ENOENT") return undefined;
          throw error;
        });
        if (text !== undefined) sources[path] = text;
      }),
    );
  }
  return sources;
}

/** Whether a file name is one that authors write: `.json`, and no hidden or temporary file. */
export const isDefinition = (name: string): boolean =>
  name.endsWith(".json") && !name.startsWith(".") && !name.startsWith("#");
