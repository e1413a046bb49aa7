import type { ComponentType, ReactNode } from "react";
import type { CompiledBlock, Page, Words } from "../../schemas/engine/evaluate.ts";
import type { WordsReader } from "./words.ts";

/** What a block says of one row, with the row's columns. */
export interface RowItem {
  title: Words;
  text?: Words;
  /** Without a text where the row does not say it. */
  facts: { label: string; text?: Words }[];
  /** Without words of its own it is the title. */
  link?: { label?: string; to: string };
  picture?: string;
}

export interface ViewProps {
  /** What the query gave: `schemas/views/<view>.json` says what of it is there. */
  value: unknown;
  block: CompiledBlock;
  /** For a view that asks for more than its query gave. */
  page?: Page;
  /** What the block says of each row, for a view whose definition has `item`. */
  items?: RowItem[];
  /** What the view says itself, by the keys of its `wording`. */
  own: WordsReader;
  /** The buttons that put a row into saved lists, for a view that `saves`; none where the block names no lists. */
  buttonsOf?(row: unknown, name: string): ReactNode;
  /** The button that takes a row out of the list that all rows are of, where they are. */
  removeOf?(row: unknown, name: string): ReactNode;
  /** What else can be done, as the block says it. */
  action?: { label: string; to: string };
}

export type View = ComponentType<ViewProps>;

/** A file of a view: what draws it, and what stands in the place of its rows while they are awaited. */
export interface ViewModule {
  default: View;
  Skeletons?: ComponentType<{ count: number }>;
}
