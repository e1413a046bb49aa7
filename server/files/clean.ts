/** What crashes leave of uploads: half a file on its way, or bytes in the storage that no row names. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { namedFiles } from "../store/files.ts";
import type { Queries } from "../store/store.ts";
import type { Storage } from "../storage/storage.ts";

const batch = 200;

/** Removes files on their way that were last written to before a time. */
export async function cleanReceiving(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/** Removes objects from before a time that no row names; tells how many. */
export async function removeOrphans(db: Queries, storage: Storage, before: Date): Promise<number> {
  let removed = 0;
  const look = async (names: string[]): Promise<void> => {
    const named = await namedFiles(db, names);
    for (const name of names.filter((one) => !named.has(one))) {
      await storage.remove(name);
      removed += 1;
    }
  };
  let names: string[] = [];
  for await (const { name, changed } of storage.list()) {
    if (changed >= before) continue;
    names.push(name);
    if (names.length < batch) continue;
    await look(names);
    names = [];
  }
  await look(names);
  return removed;
}
