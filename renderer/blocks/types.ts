import type { InputValue } from "../run/pre-hydration-input.ts";
import type { ComponentType } from "react";
import type { CompiledBlock, Page, Words } from "../../schemas/engine/evaluate.ts";
import type { FlowResources } from "../run/resources.ts";

export interface BlockProps {
  block: CompiledBlock;
  page: Page;
  resources?: FlowResources;
  typed?: Record<string, InputValue>;
}

export type BlockComponent = ComponentType<BlockProps>;

/** What slots are read from: a block, or one of its items. */
export type BlockHolder = Record<string, unknown>;

/** The items of a block, or of one of them, that has some. */
export const itemsSlot = (block: BlockHolder): BlockHolder[] =>
  Array.isArray(block["items"]) ? (block["items"] as BlockHolder[]) : [];

/** A slot that holds a plain text, if the block has it. */
export function textSlot(block: BlockHolder, slot: string): string | undefined {
  const value = block[slot];
  return typeof value === "string" ? value : undefined;
}

/** A slot that holds words, if the block has it. */
export function wordsSlot(block: BlockHolder, slot: string): Words | undefined {
  const value = block[slot];
  return typeof value === "string" || Array.isArray(value) ? (value as Words) : undefined;
}

/** A slot that holds a link, if the block has it. */
export function linkSlot(block: BlockHolder, slot: string): { label: Words; to: string } | undefined {
  const value = block[slot];
  if (typeof value !== "object" || value === null || !("to" in value) || !("label" in value))
    return undefined;
  return typeof value.to === "string" ? { label: value.label as Words, to: value.to } : undefined;
}
