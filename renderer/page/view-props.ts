import type { ComponentType } from "react";
import type { CompiledBlock } from "../../schemas/engine/evaluate.ts";
import type { WordsReader } from "./words.ts";

export interface ViewProps {
  /** What the query gave: `schemas/views/<view>.json` says what of it is there. */
  value: unknown;
  block: CompiledBlock;
  /** What the view says itself, by the keys of its `wording`. */
  own: WordsReader;
}

export type View = ComponentType<ViewProps>;
