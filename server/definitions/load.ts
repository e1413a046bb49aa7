import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Sources } from "../../schemas/engine/all.ts";

/** The folders whose JSON files are definitions. The grammar is among them, under `schemas/language`. */
export const definitionFolders = ["schemas", "brands"];

/**
 * Reads all definition files below a project's root. Editors' temporary files and the engine's code are passed over.
 * A file that goes while we read is left out: the watcher comes again.
 */
export async function loadSources(root: string): Promise<Sources> {
  const sources: Sources = {};
  for (const folder of definitionFolders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    await Promise.all(
      entries.map(async (entry) => {
        if (!entry.isFile() || !isDefinition(entry.name)) return;
        const file = join(entry.parentPath, entry.name);
        const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return undefined;
          throw error;
        });
        const path = relative(root, file).split(sep).join("/");
        if (text !== undefined && !path.startsWith("schemas/engine/")) sources[path] = text;
      }),
    );
  }
  return Object.fromEntries(Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a file name is one that authors write: `.json`, and no hidden or temporary file. */
export const isDefinition = (name: string): boolean =>
  name.endsWith(".json") && !name.startsWith(".") && !name.startsWith("#");
