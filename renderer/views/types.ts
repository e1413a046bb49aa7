import type { ComponentType } from "react";
import type { CompiledBlock, Page } from "../../schemas/engine/evaluate.ts";

export interface ViewProps {
  /** What the query gave: `schemas/views/<view>.json` says what of it is there. */
  value: unknown;
  block: CompiledBlock;
}

export type View = ComponentType<ViewProps>;

export interface ViewFrameProps {
  block: CompiledBlock;
  page: Page;
  /** Whether the block has a title of its own. */
  hasTitle: boolean;
}
