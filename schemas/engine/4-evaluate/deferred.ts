import type { CompiledBlock } from "../types/index.ts";

/** Blocks that are words, pictures and links, or whose code only adds to what the browser does with them. */
const still: ReadonlySet<string> = new Set([
  "callToAction",
  "cards",
  "columns",
  "facts",
  "news",
  "office",
  "picture",
  "promotions",
  "questions",
  "reviews",
  "search",
  "slider",
  "table",
  "text",
  "video",
]);

/** Whether a block comes alive later than its page: what it shows can be read, scrolled and sent without its code. */
export const isDeferred = ({ block, slider }: CompiledBlock): boolean =>
  still.has(block) || slider !== undefined;
