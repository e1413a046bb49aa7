import { compileBrand, readSources, type Revision, type Sources } from "../../schemas/engine/all.ts";
import { blockPages, blocksHome, type BlockFile, type BlockPage } from "./blocks.ts";

/** What a screen of the gallery is written like, by its file. */
function blockScreens(sources: Sources, files: BlockFile[]): Record<string, Record<string, unknown>> {
  const pages = files.flatMap(blockPages);
  const screens = pages.map((page) => ({
    ...screenAt(page.path),
    ...dataOf(sources, page.file),
    ...contentsOf(page),
  }));
  const cards = pages.map(({ path, file, examples: [first] }) => ({
    title: path.slice(blocksHome.length + 1),
    body: first?.alone ? first.describe : file.describe,
    action: { label: `Ver ${path.slice(blocksHome.length + 1)}`, to: path },
  }));
  const list = {
    ...screenAt(blocksHome),
    title: "Galería de bloques",
    blocks: [
      { block: "text", title: "Galería de bloques", body: "Cada bloque, en cada uno de sus ejemplos." },
      { block: "cards", title: "Bloques", items: cards },
    ],
  };
  return Object.fromEntries([list, ...screens].map((one) => [`schemas/screens/${one.screen}.json`, one]));
}

const screenAt = (path: string) => ({
  screen: `gallery${path.slice("/_desarrollo".length).replaceAll("/", "-")}`,
  route: path,
  indexed: false,
});

/** The queries of another screen that the examples show. */
function dataOf(sources: Sources, { dataOf: screen, examples }: BlockFile): { data?: unknown } {
  if (screen === undefined) return {};
  const { data = {} } = JSON.parse(sources[`schemas/screens/${screen}.json`] ?? "{}") as {
    data?: Record<string, unknown>;
  };
  const shown = new Set(examples.map(({ slots }) => slots["data"]));
  return { data: Object.fromEntries(Object.entries(data).filter(([name]) => shown.has(name))) };
}

function contentsOf({ file: { block, describe }, examples }: BlockPage) {
  const [first] = examples;
  const drawn = examples.flatMap((example) => [
    ...(example.alone ? [] : [{ block: "text", body: `*${example.describe}*` }]),
    { ...example.slots, block },
  ]);
  const title = first?.alone ? first.describe : describe;
  return {
    title: `${title} · Galería de bloques`,
    breadcrumbs: [{ label: "Bloques", to: blocksHome }, { label: block }],
    blocks: first?.alone ? drawn : [{ block: "text", title: block, body: describe }, ...drawn],
  };
}

/** Definitions with the screens of the gallery among those of a brand. */
export function withBlockScreens(sources: Sources, brand: string, files: BlockFile[]): Sources {
  const added: Record<string, unknown> = blockScreens(sources, files);
  const brandFile = `brands/${brand}/brand.json`;
  const known = readSources(sources).files[brandFile];
  if (!known) throw new Error(`there is no brand "${brand}"`);
  const { screens } = known.value as { screens: string[] };
  const names = Object.values(added).map((one) => (one as { screen: string }).screen);
  added[brandFile] = { ...(JSON.parse(known.text) as object), screens: [...screens, ...names] };
  const texts = Object.entries(added).map(([path, value]) => [path, JSON.stringify(value)]);
  return { ...sources, ...Object.fromEntries(texts) };
}

/**
 * A brand's revision with the pages of the gallery. All else in it is the live one's, whose name it keeps: forms and calls on
 * its pages are those that everybody has. @throws {Error} where an example is no block of a screen.
 */
export function blockGallery(sources: Sources, live: Revision, files: BlockFile[]): Revision {
  const { brand } = live;
  const compiled = compileBrand(readSources(withBlockScreens(sources, brand, files)).files, brand);
  const asking = new Map(
    files.flatMap((file) =>
      file.dataOf === undefined ? [] : blockPages(file).map(({ path }) => [path, file.dataOf!] as const),
    ),
  );
  // What the browser asks, it asks in the name of the screen that has the query.
  const screens = compiled.public.brand.screens.map((one) => {
    const screen = asking.get(one.route);
    return screen === undefined ? one : { ...one, screen };
  });
  return { ...live, public: { ...live.public, brand: { ...live.public.brand, screens } } };
}
