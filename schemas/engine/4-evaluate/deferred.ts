import type { CompiledBlock } from "../types/index.ts";

/** Whether a block comes alive later than its page: what it shows can be read, scrolled and sent without its code. */
export const isDeferred = ({ block, slider }: CompiledBlock): boolean =>
  block === "search" || slider !== undefined;
