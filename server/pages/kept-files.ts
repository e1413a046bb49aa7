/** Files that were drawn a short while ago, by what they say: several ask for the same one. */
import type { DocumentFile } from "../documents/document.ts";

/** How many, and how many bytes together: the oldest go first. */
const maxEntries = 40;
const maxBytes = 16 * 1024 * 1024;

/** Gives a kept file, or makes it; whoever asks meanwhile waits for the same. What fails is not kept. */
export function keptFiles(): (name: string, make: () => Promise<DocumentFile>) => Promise<DocumentFile> {
  const kept = new Map<string, Promise<DocumentFile>>();
  const sizes = new Map<string, number>();
  let total = 0;
  const drop = (name: string): void => {
    kept.delete(name);
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  };
  return (name, make) => {
    const before = kept.get(name);
    if (before) return before;
    const making = make();
    kept.set(name, making);
    void making.then(
      ({ bytes }) => {
        sizes.set(name, bytes.length);
        total += bytes.length;
        for (const oldest of kept.keys()) {
          if (kept.size <= maxEntries && total <= maxBytes) break;
          drop(oldest);
        }
      },
      () => drop(name),
    );
    return making;
  };
}
