import { createElement, Suspense, useMemo, useState } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import { whenUsedOrIdle } from "../page/when-used.ts";
import { blockOf, isBlockLoaded, loadBlocks } from "./registry.ts";
import type { BlockComponent, BlockProps } from "./types.ts";

/** As `Deferred`, of a block whose own file is left for later where the server drew it. */
export function DeferredBlock({ block, page }: Pick<BlockProps, "block" | "page">) {
  const [shown] = useState<BlockComponent>(() =>
    isBlockLoaded(block.block) ? blockOf(block.block) : laterBlock(block),
  );
  return useMemo(
    () => <Suspense>{createElement(shown, { block, page })}</Suspense>,
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [shown, block, page],
  );
}

const laterBlock = (block: BlockProps["block"]): BlockComponent =>
  lazyPart(async () => {
    await whenUsedOrIdle();
    await loadBlocks({ blocks: [block] }, { deferred: true });
    return { default: blockOf(block.block) };
  });
