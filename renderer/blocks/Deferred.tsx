import { createElement, Suspense, useMemo, useState, type ReactNode } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import { whenUsedOrIdle } from "../page/when-used.ts";
import { isLoaded, loadBlocksViews } from "../views/registry.ts";
import type { BlockComponent, BlockProps } from "./types.ts";

/**
 * A block whose code is loaded once the page has nothing else to do, or somebody is at it. Until then what the server drew
 * stays: it is drawn anew by nobody, which is why it must not be touched by what goes on around it.
 */
export function Deferred({
  of,
  block,
  page,
  fallback,
}: Pick<BlockProps, "block" | "page"> & { of: BlockComponent; fallback?: ReactNode }) {
  const [shown] = useState<BlockComponent>(() => (isLoaded(block) ? of : later(of, block)));
  return useMemo(
    () => <Suspense fallback={fallback}>{createElement(shown, { block, page })}</Suspense>,
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [shown, block, page],
  );
}

const later = (of: BlockComponent, block: BlockProps["block"]): BlockComponent =>
  lazyPart(async () => {
    await whenUsedOrIdle();
    await loadBlocksViews([block]);
    return { default: of };
  });
