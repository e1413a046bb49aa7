/** A name for what the definition files say, found without reading them for as long as nothing about them changes. */
import { stat } from "node:fs/promises";
import { nameOfSources } from "./built.ts";
import { listSources, loadSources } from "./load.ts";

/** Clocks of file systems count in steps of up to two seconds: within one, a second change may look like the first. */
const coarsestClockMs = 2_000;

/**
 * Files are read again after so long whatever is said of them. Every change that goes by the system sets a file's time of
 * change, whichever time of modification it is given. Some shares and old file systems keep no time of change: there, one
 * of the same size and time is seen this much later, and nothing is lost but that minute.
 */
const readEveryMs = 60_000;

interface Named {
  /** Path, size and times of each file, from before it was read. */
  state: string;
  name: string;
  readAt: number;
  /** Whether all of them were older than any clock's step when they were read. */
  isSettled: boolean;
}

interface NamingDeps {
  load?: typeof loadSources;
  /** Milliseconds, by the clock of the files. */
  now?: () => number;
}

/** Gives the name of what the files below a root say; the same files, the same name. */
export function createNaming({ load = loadSources, now = Date.now }: NamingDeps = {}): (
  root: string,
) => Promise<string> {
  const known = new Map<string, Named>();
  return async (root) => {
    const at = now();
    const { state, newest } = await stateOf(root);
    const last = known.get(root);
    const isRecent = last !== undefined && at >= last.readAt && at - last.readAt < readEveryMs;
    if (isRecent && last.isSettled && last.state === state) return last.name;
    const name = nameOfSources(await load(root), "");
    known.set(root, { state, name, readAt: at, isSettled: newest < at - coarsestClockMs });
    return name;
  };
}

async function stateOf(root: string): Promise<{ state: string; newest: number }> {
  let newest = 0;
  const files = await Promise.all(
    Object.entries(await listSources(root)).map(async ([path, file]) => {
      try {
        const { size, mtimeMs, ctimeMs, ino } = await stat(file);
        newest = Math.max(newest, mtimeMs, ctimeMs);
        return [path, size, mtimeMs, ctimeMs, ino].join(" ");
      } catch (error) {
        // Gone since it was listed: the next list is another one.
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return `${path} gone`;
        throw error;
      }
    }),
  );
  return { state: files.toSorted().join("\n"), newest };
}
