/** How much pages load at first, by the manifest of the build, and whether that is within what they may. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { formEntry, loadedBy, pageEntry, viewsEntry, type Manifest } from "../server/pages/manifest.ts";

export interface PageSize {
  name: string;
  /** KB of JavaScript and CSS, packed with gzip. */
  size: number;
  /** What it may be. */
  most: number;
}

/** What each sort of page loads before it is alive. */
const pages: { name: string; entries: string[]; most: number }[] = [
  { name: "página sin formulario / page without a form", entries: [pageEntry], most: 130 },
  {
    name: "página con una vista / page with a view",
    entries: [pageEntry, viewsEntry, "renderer/views/Results.tsx"],
    most: 150,
  },
  { name: "página con formulario / page with a form", entries: [pageEntry, formEntry], most: 230 },
];

/** Measures both sorts of pages. `read` gives a file of the build. */
export function pageSizes(manifest: Manifest, read: (file: string) => Buffer): PageSize[] {
  return pages.map(({ name, entries, most }) => {
    const { styles, scripts } = loadedBy(manifest, entries);
    const bytes = [...styles, ...scripts].map((file) => gzipSync(read(file)).length);
    return { name, size: bytes.reduce((sum, one) => sum + one, 0) / 1024, most };
  });
}

/** What is too large, in words; nothing when all is well. */
export const tooLarge = (sizes: PageSize[]): string[] =>
  sizes
    .filter(({ size, most }) => size > most)
    .map(({ name, size, most }) => `${name}: ${size.toFixed(1)} KB gzip > ${most} KB`);

/** Prints what pages load. @throws {Error} when one loads more than it may. */
export function checkSizes(client: string): void {
  const manifest = JSON.parse(readFileSync(join(client, "manifest.json"), "utf8")) as Manifest;
  const sizes = pageSizes(manifest, (file) => readFileSync(join(client, file)));
  for (const { name, size, most } of sizes) {
    console.log(`  ${name}: ${size.toFixed(1)} KB gzip (≤ ${most})`);
  }
  const wrong = tooLarge(sizes);
  if (wrong.length > 0) {
    throw new Error(`Las páginas cargan demasiado. / Pages load too much.\n  ${wrong.join("\n  ")}`);
  }
}
