/** Which files of the build a page loads at first, by the manifest that Vite wrote. */

import { isDeferred, type CompiledBlock, type Page } from "../../schemas/engine/serve.ts";

interface ManifestChunk {
  file: string;
  /** Of what several entries came into: what it is called in `vite.config.ts`. */
  name?: string;
  css?: string[];
  imports?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

/** What puts the others in their place when the page was painted. */
export const startEntry = "renderer/start.ts";
/** What every page loads. */
export const pageEntry = "renderer/entry-client.tsx";
/** What pages load besides whose rows can be put into saved lists. */
const saveButtonsEntry = "renderer/views/SaveButtons.tsx";
/** Around results that are looked at by pages. */
const resultsToolsEntry = "renderer/views/results-tools.ts";
const searchEntry = "renderer/views/SearchForm.tsx";
const sliderEntry = "renderer/views/Slider.tsx";
const recapEntry = "renderer/flow/Recap.tsx";
/** What pages with a form or a finder load besides, each in one file, and what both of them need in a third one. */
export const flowEntries = { run: "renderer/flow/run-entry.ts", finder: "renderer/flow/finder-entry.ts" };
export const formChunk = "form";
const flowChunk = (flow: NonNullable<Page["flow"]>): string => (flow.finder ? "finder" : "run");

/** Entries that share a file with others, by its name, as each file costs a request: the manifest does not name them. */
export const sharedChunks: Record<string, string> = {
  "renderer/blocks/Banner.tsx": "slides",
  "renderer/blocks/CallToAction.tsx": "content",
  "renderer/blocks/Facts.tsx": "content",
  "renderer/blocks/News.tsx": "stories",
  "renderer/blocks/Office.tsx": "content",
  "renderer/blocks/Promotions.tsx": "stories",
  "renderer/blocks/Questions.tsx": "content",
  "renderer/blocks/Reviews.tsx": "stories",
  "renderer/blocks/Social.tsx": "content",
  "renderer/blocks/Table.tsx": "tables",
};

/** The file of a view: it has the view's name, and those of a trade are in its folder. */
function viewEntry(manifest: Manifest, view: string): string {
  const file = `${view.charAt(0).toUpperCase()}${view.slice(1)}.tsx`;
  const own = `renderer/views/${file}`;
  const isOfTrade = (name: string): boolean =>
    name.startsWith("renderer/views/") && name.endsWith(`/${file}`);
  return Object.keys(manifest).find((name) => name === own || isOfTrade(name)) ?? own;
}

/** Of a block whose code comes with pages that have it, its file. */
function blockEntries(manifest: Manifest, block: string): string[] {
  const own = `renderer/blocks/${block.charAt(0).toUpperCase()}${block.slice(1)}.tsx`;
  return chunkOf(manifest, own) ? [own] : [];
}

/**
 * What a page loads at first, and what comes alive later, of which it has the style sheets from the beginning: they have to
 * be there before it is drawn.
 */
export function entriesOf(
  manifest: Manifest,
  { flow, screen }: Pick<Page, "flow" | "screen">,
): { first: string[]; later: string[] } {
  const of = (blocks: CompiledBlock[]): string[] => [
    ...new Set(
      blocks.flatMap(({ block, view, saved, slider, recap, paging }) => [
        ...blockEntries(manifest, block),
        ...(typeof view === "string" ? [viewEntry(manifest, view)] : []),
        ...(saved === undefined ? [] : [saveButtonsEntry]),
        ...(paging === undefined ? [] : [resultsToolsEntry]),
        ...(block === "search" ? [searchEntry] : []),
        ...(recap === undefined ? [] : [recapEntry]),
        ...(slider === undefined && block !== "slider" ? [] : [sliderEntry]),
      ]),
    ),
  ];
  return {
    first: [
      pageEntry,
      ...(flow ? [flowChunk(flow)] : []),
      ...of(screen.blocks.filter((one) => !isDeferred(one))),
    ],
    later: of(screen.blocks.filter(isDeferred)),
  };
}

/** A chunk by a source that is in it, or by its own name. */
function chunkOf(manifest: Manifest, name: string): ManifestChunk | undefined {
  const own = sharedChunks[name] ?? name;
  return (
    manifest[name] ??
    Object.values(manifest).find((chunk) => chunk.name === own && chunk.file.endsWith(".js"))
  );
}

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
    const chunk = chunkOf(manifest, name);
    if (!chunk) throw new Error(`the build lacks ${name}`);
    chunk.imports?.forEach(visit);
    chunk.css?.forEach((file) => styles.add(file));
    scripts.add(chunk.file);
  };
  entries.forEach(visit);
  return { styles: [...styles], scripts: [...scripts] };
}
