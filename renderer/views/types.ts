import type { CompiledBlock, Page } from "../../schemas/engine/evaluate.ts";
import type { Results } from "./use-results.ts";

export interface ViewFrameProps {
  block: CompiledBlock;
  page: Page;
  results: Results;
  /** Whether the block has a title of its own under that of the page. */
  hasTitle: boolean;
}
