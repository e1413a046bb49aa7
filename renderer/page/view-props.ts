import type { ComponentType } from "react";
import type { CompiledBlock } from "../../schemas/engine/evaluate.ts";

export interface ViewProps {
  /** What the query gave: `schemas/views/<view>.json` says what of it is there. */
  value: unknown;
  block: CompiledBlock;
}

export type View = ComponentType<ViewProps>;
