import { isDeferred, type CompiledBlock, type CompiledScreen } from "../../schemas/engine/evaluate.ts";
import { Flow } from "./Flow.tsx";
import { Hero } from "./Hero.tsx";
import { Search } from "./Search.tsx";
import type { BlockComponent } from "./types.ts";
import { View } from "./View.tsx";

/** The blocks by the name that screens use. One line each. */
const blocks: Record<string, BlockComponent> = {
  hero: Hero,
  flow: Flow,
  view: View,
  search: Search,
};

type Source = () => Promise<{ default: BlockComponent }>;

/** Those whose code comes with pages that have them, with the file of that name. */
const sources: Record<string, Source> = {
  banner: () => import("./Banner.tsx"),
  callToAction: () => import("./CallToAction.tsx"),
  cards: () => import("./Cards.tsx"),
  columns: () => import("./Columns.tsx"),
  facts: () => import("./Facts.tsx"),
  failure: () => import("./Failure.tsx"),
  frame: () => import("./Frame.tsx"),
  news: () => import("./News.tsx"),
  office: () => import("./Office.tsx"),
  picture: () => import("./Picture.tsx"),
  promotions: () => import("./Promotions.tsx"),
  questions: () => import("./Questions.tsx"),
  reviews: () => import("./Reviews.tsx"),
  sections: () => import("./Sections.tsx"),
  siteSearch: () => import("./SiteSearch.tsx"),
  slider: () => import("./Slider.tsx"),
  social: () => import("./Social.tsx"),
  table: () => import("./Table.tsx"),
  text: () => import("./Text.tsx"),
  video: () => import("./Video.tsx"),
};

/**
 * Loads what the blocks of a screen need before it comes alive, and what may come later only where it is asked for. Rejects
 * when it cannot be had.
 */
export const loadBlocks = (
  { blocks: all }: Pick<CompiledScreen, "blocks">,
  { deferred }: { deferred: boolean },
): Promise<void> =>
  load(new Set(all.filter((one) => deferred || !isDeferred(one)).map(({ block }) => block)));

/** Whether the code of a block is there. */
export const isBlockLoaded = (name: string): boolean => Object.hasOwn(blocks, name);

/** Whether a block has code of its own that comes later than the page. */
export const comesLater = (block: CompiledBlock): boolean =>
  Object.hasOwn(sources, block.block) && isDeferred(block);

/** For the server, which draws any page and waits for nothing. */
export const loadEveryBlock = (): Promise<void> => load(new Set(Object.keys(sources)));

async function load(names: ReadonlySet<string>): Promise<void> {
  await Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      if (names.has(name)) blocks[name] ??= (await source()).default;
    }),
  );
}

/** @throws {Error} when there is no block of that name, or it was not loaded. */
export function blockOf(name: string): BlockComponent {
  if (!Object.hasOwn(blocks, name)) throw new Error(`there is no block "${name}"`);
  return blocks[name]!;
}
