/** How cards stand beside each other, and whether they are a row to swipe on a phone. */
import section from "./section.module.css";
import type { BlockHolder } from "./types.ts";

export const cardsClass = ({ phoneRow }: BlockHolder): string =>
  phoneRow === true ? `${section["cards"]} ${section["phoneRow"]}` : section["cards"]!;
