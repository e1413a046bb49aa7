import { watch, type FSWatcher } from "node:fs";
import { basename, join } from "node:path";
import { definitionFolders, isDefinition } from "./load.ts";

/** Editors write a file in several steps; what follows within this time is one change. Milliseconds. */
const settle = 60;

/** Calls back soon after any definition file below `root` changed. Gives a function that ends it. */
export function watchDefinitions(root: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers: FSWatcher[] = definitionFolders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      // Without a name, or for a whole folder, anything may have changed.
      const name = file === null ? "" : basename(file);
      if (name.includes(".") && !isDefinition(name)) return;
      clearTimeout(timer);
      timer = setTimeout(changed, settle);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
