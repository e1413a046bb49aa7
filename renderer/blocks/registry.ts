import { Banner } from "./Banner.tsx";
import { Cards } from "./Cards.tsx";
import { Facts } from "./Facts.tsx";
import { Failure } from "./Failure.tsx";
import { Flow } from "./Flow.tsx";
import { Hero } from "./Hero.tsx";
import { Office } from "./Office.tsx";
import { Questions } from "./Questions.tsx";
import { Sections } from "./Sections.tsx";
import type { BlockComponent } from "./types.ts";
import { View } from "./View.tsx";

/** The blocks by the name that screens use. One line each. */
const blocks: Record<string, BlockComponent> = {
  hero: Hero,
  flow: Flow,
  failure: Failure,
  cards: Cards,
  facts: Facts,
  office: Office,
  banner: Banner,
  questions: Questions,
  sections: Sections,
  view: View,
};

/** @throws {Error} when there is no block of that name. */
export function blockOf(name: string): BlockComponent {
  if (!Object.hasOwn(blocks, name)) throw new Error(`there is no block "${name}"`);
  return blocks[name]!;
}
