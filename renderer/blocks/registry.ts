import type { CompiledScreen } from "../../schemas/engine/evaluate.ts";
import { Cards } from "./Cards.tsx";
import { Facts } from "./Facts.tsx";
import { Flow } from "./Flow.tsx";
import { Hero } from "./Hero.tsx";
import { Office } from "./Office.tsx";
import { Questions } from "./Questions.tsx";
import { Search } from "./Search.tsx";
import type { BlockComponent } from "./types.ts";
import { View } from "./View.tsx";

/** The blocks by the name that screens use. One line each. */
const blocks: Record<string, BlockComponent> = {
  hero: Hero,
  flow: Flow,
  cards: Cards,
  facts: Facts,
  office: Office,
  questions: Questions,
  view: View,
  search: Search,
};

type Source = () => Promise<{ default: BlockComponent }>;

/** Those whose code comes with pages that have them, with the file of that name. */
const sources: Record<string, Source> = {
  banner: () => import("./Banner.tsx"),
  callToAction: () => import("./CallToAction.tsx"),
  columns: () => import("./Columns.tsx"),
  failure: () => import("./Failure.tsx"),
  frame: () => import("./Frame.tsx"),
  // They look alike: what differs is what they tell.
  news: () => import("./Promotions.tsx"),
  picture: () => import("./Picture.tsx"),
  promotions: () => import("./Promotions.tsx"),
  reviews: () => import("./Reviews.tsx"),
  sections: () => import("./Sections.tsx"),
  slider: () => import("./Slider.tsx"),
  social: () => import("./Social.tsx"),
  table: () => import("./Table.tsx"),
  text: () => import("./Text.tsx"),
  video: () => import("./Video.tsx"),
};

/** Loads what the blocks of a screen need. Rejects when it cannot be had. */
export const loadBlocks = ({ blocks: all }: Pick<CompiledScreen, "blocks">): Promise<void> =>
  load(new Set(all.map(({ block }) => block)));

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
