import { watch, type FSWatcher } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { definitionFolders, isDefinition } from "./load.ts";

/** Editors write a file in several steps; what follows within this time is one change. Milliseconds. */
const settleMs = 60;
const againMs = 1_000;
/** Milliseconds between two comparisons of what the files say with what was read last. */
const compareMs = 2_000;
/** Milliseconds until the folders are watched: they are many, and a server that starts has its first visitors to answer. */
const beginMs = 1_000;

interface Watched {
  changed: () => void;
  /** Whether the files say something else than when they were read last. */
  isNew: () => Promise<boolean>;
}

/**
 * Calls back soon after any definition file below `root` changed. Gives a function that ends it.
 * Each folder is watched for itself: a recursive watch on Linux follows the files, and loses one that was replaced.
 *
 * No watch tells everything: systems lose events, some file systems have none, and one may come before a file is whole. So
 * the files are compared besides: their sizes and times, and what they say where these are others or new (`name-files.ts`).
 */
export function watchDefinitions(root: string, { changed, isNew }: Watched): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const heard = (file: string | null): void => {
    // Without a name, or for a folder, anything may have changed.
    const name = file === null ? "" : basename(file);
    if (name.includes(".") && !isDefinition(name) && !/\.(svg|woff2|txt)$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void followSafely().finally(changed), settleMs);
  };

  /** A folder may go while it is read, as in a checkout: then once more, when that is over. */
  const followSafely = (): Promise<void> =>
    follow().catch(() => {
      if (!ended) timer = setTimeout(() => heard(null), againMs);
    });

  /** Watches folders that are new, and lets go of those that are gone. */
  async function follow(): Promise<void> {
    const folders = new Set(await foldersBelow(root));
    if (ended) return;
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, (_event, file) => heard(file));
        // Gone meanwhile: the folder above tells it too.
        watcher.on("error", () => watchers.delete(folder));
        watchers.set(folder, watcher);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    }
  }

  let comparing: NodeJS.Timeout | undefined;
  const compareSoon = (): void => {
    if (ended) return;
    comparing = setTimeout(() => {
      // What cannot be read now is compared next time.
      void isNew()
        .then((is) => (is ? heard(null) : undefined))
        .catch(() => {})
        .finally(compareSoon);
    }, compareMs).unref();
  };

  const beginning = setTimeout(() => void followSafely(), beginMs).unref();
  compareSoon();
  return () => {
    ended = true;
    clearTimeout(beginning);
    clearTimeout(timer);
    clearTimeout(comparing);
    for (const watcher of watchers.values()) watcher.close();
  };
}

async function foldersBelow(root: string): Promise<string[]> {
  const found = await Promise.all(
    definitionFolders.map(async (folder) => {
      const top = join(root, folder);
      const entries = await readdir(top, { recursive: true, withFileTypes: true });
      const below = entries.filter((entry) => entry.isDirectory());
      return [top, ...below.map((entry) => join(entry.parentPath, entry.name))];
    }),
  );
  return found.flat();
}
