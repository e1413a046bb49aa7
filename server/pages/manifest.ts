/** Which files of the build a page loads at first, by the manifest that Vite wrote. */

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

/** What every page loads. */
export const pageEntry = "renderer/entry-client.tsx";
/** What pages with a form load besides. */
export const formEntry = "renderer/flow/entry.ts";

/**
 * The files of these chunks and of all that they import statically, each once: what is imported comes first.
 * @throws {Error} when the build lacks one of them.
 */
export function loadedBy(manifest: Manifest, entries: string[]): { styles: string[]; scripts: string[] } {
  const seen = new Set<string>();
  const styles = new Set<string>();
  const scripts = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build lacks ${name}`);
    chunk.imports?.forEach(visit);
    chunk.css?.forEach((file) => styles.add(file));
    scripts.add(chunk.file);
  };
  entries.forEach(visit);
  return { styles: [...styles], scripts: [...scripts] };
}
