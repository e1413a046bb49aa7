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

export type Block = ComponentType<BlockProps>;

/** What slots are read from: a block, or one of its items. */
export type Holder = Record<string, unknown>;

/** The items of a block, or of one of them, that has some. */
export const itemsSlot = (block: Holder): Holder[] =>
  Array.isArray(block["items"]) ? (block["items"] as Holder[]) : [];

/** A slot that holds a plain text, if the block has it. */
export function textSlot(block: Holder, slot: string): string | undefined {
  const value = block[slot];
  return typeof value === "string" ? value : undefined;
}

/** A slot that holds words, if the block has it. */
export function wordsSlot(block: Holder, slot: string): Words | undefined {
  const value = block[slot];
  return typeof value === "string" || Array.isArray(value) ? (value as Words) : undefined;
}

/** A slot that holds a link, if the block has it. */
export function linkSlot(block: Holder, slot: string): { label: Words; to: string } | undefined {
  const value = block[slot];
  if (typeof value !== "object" || value === null || !("to" in value) || !("label" in value))
    return undefined;
  return typeof value.to === "string" ? { label: value.label as Words, to: value.to } : undefined;
}
