/** What servers that were killed in the middle of a write have left in the folder of the data. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Files that are written beside the one that they become, by the process that writes them. */
const coming = [/^server\.json\.\d+$/, /^\.writable\.\d+$/, /^data\.key\.\d+\.[0-9a-f]+$/];

/** Milliseconds after which nobody is writing one of them any more: another server may start on the same folder. */
const writtenMs = 60_000;

/** Removes them. What cannot be removed stays: a start does not hang on it. */
export async function removeLeftFiles(dataDir: string, now = Date.now()): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => coming.some((one) => one.test(name)));
  for (const path of left.map((name) => join(dataDir, name))) {
    try {
      if (now - (await stat(path)).mtimeMs > writtenMs) await rm(path, { force: true });
    } catch {
      // Another server took it, or may.
    }
  }
}
