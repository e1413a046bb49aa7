/** How much pages load at first, by the manifest of the build, and whether that is within what they may. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadedBy, pageEntry, startEntry, type Manifest } from "../server/pages/manifest.ts";

export interface PageSize {
  name: string;
  /** KB of JavaScript and CSS, packed with gzip. */
  size: number;
  /** What it may be. */
  most: number;
  /** Scripts and style sheets, each of which is a request. */
  files: number;
  mostFiles: number;
}

/** What each sort of page loads before it is alive. */
const pages: { name: string; entries: string[]; later?: string[]; most: number; mostFiles: number }[] = [
  { name: "página sin formulario / page without a form", entries: [pageEntry], most: 130, mostFiles: 4 },
  // What comes alive once nothing else is to be done; its style sheets are there from the beginning.
  {
    name: "página con una búsqueda y filas que pasan de lado / page with a search and rows that slide",
    entries: [pageEntry],
    later: [
      "renderer/views/SearchForm.tsx",
      "renderer/views/Slider.tsx",
      "renderer/views/SaveButtons.tsx",
      "renderer/views/Results.tsx",
      "renderer/blocks/Promotions.tsx",
      "renderer/blocks/Reviews.tsx",
      "renderer/blocks/Facts.tsx",
      "renderer/blocks/Cards.tsx",
      "renderer/blocks/Office.tsx",
      "renderer/blocks/Questions.tsx",
    ],
    most: 130,
    mostFiles: 8,
  },
  {
    name: "página con una vista / page with a view",
    entries: [pageEntry, "renderer/views/Results.tsx"],
    most: 130,
    mostFiles: 7,
  },
  // A form over the page, and another page in a place of it, come when somebody opens them or comes to them.
  {
    name: "página con formularios que vienen después / page with forms that come later",
    entries: [
      pageEntry,
      "renderer/views/Results.tsx",
      "renderer/blocks/FlowDialog.tsx",
      "renderer/blocks/PageInPlace.tsx",
    ],
    most: 135,
    mostFiles: 12,
  },
  // Beside them a page loads itself, its font, its brand's mark, and the flow with its validators: 15 with what it asks for.
  {
    name: "página con formulario / page with a form",
    entries: [pageEntry, "run"],
    most: 222,
    mostFiles: 7,
  },
  // Filters beside the results that they narrow, and all that comes alive later on such a page.
  {
    name: "página con filtros / page with filters",
    entries: [
      pageEntry,
      "finder",
      "renderer/views/dealers/Cars.tsx",
      "renderer/views/SaveButtons.tsx",
      "renderer/views/results-tools.ts",
      "renderer/blocks/Banner.tsx",
      "renderer/blocks/Cards.tsx",
      "renderer/blocks/Office.tsx",
    ],
    most: 230,
    mostFiles: 21,
  },
  // All that comes later on it too: beside them a page loads itself, its font, its brand's mark and its drawings.
  {
    name: "página con una tabla / page with a table",
    entries: [
      pageEntry,
      "renderer/blocks/Facts.tsx",
      "renderer/blocks/Table.tsx",
      "renderer/blocks/Office.tsx",
    ],
    most: 135,
    mostFiles: 10,
  },
];

/** Measures each sort of pages. `read` gives a file of the build. */
export function pageSizes(manifest: Manifest, read: (file: string) => Buffer): PageSize[] {
  return pages.map(({ name, entries, later = [], most, mostFiles }) => {
    const { scripts } = loadedBy(manifest, [startEntry, ...entries]);
    const { styles } = loadedBy(manifest, [startEntry, ...entries, ...later]);
    const bytes = [...styles, ...scripts].map((file) => gzipSync(read(file)).length);
    const size = bytes.reduce((sum, one) => sum + one, 0) / 1024;
    return { name, size, most, files: bytes.length, mostFiles };
  });
}

/** What is too large or too many, in words; nothing when all is well. */
export const tooLarge = (sizes: PageSize[]): string[] =>
  sizes.flatMap(({ name, size, most, files, mostFiles }) => [
    ...(size > most ? [`${name}: ${size.toFixed(1)} KB gzip > ${most} KB`] : []),
    ...(files > mostFiles ? [`${name}: ${files} archivos / files > ${mostFiles}`] : []),
  ]);

/** Prints what pages load. @throws {Error} when one loads more than it may. */
export function checkSizes(client: string): void {
  const manifest = JSON.parse(readFileSync(join(client, "manifest.json"), "utf8")) as Manifest;
  const sizes = pageSizes(manifest, (file) => readFileSync(join(client, file)));
  for (const { name, size, most, files, mostFiles } of sizes) {
    console.log(
      `  ${name}: ${size.toFixed(1)} KB gzip (≤ ${most}), ${files} archivos / files (≤ ${mostFiles})`,
    );
  }
  const wrong = tooLarge(sizes);
  if (wrong.length > 0) {
    throw new Error(`Las páginas cargan demasiado. / Pages load too much.\n  ${wrong.join("\n  ")}`);
  }
}
