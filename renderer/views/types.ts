import type { CompiledBlock, Page } from "../../schemas/engine/evaluate.ts";

export interface ViewFrameProps {
  block: CompiledBlock;
  page: Page;
  /** Whether the block has a title of its own. */
  hasTitle: boolean;
}
