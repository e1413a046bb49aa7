import { useState } from "react";
import { createFinderAnswers, FinderAnswersContext } from "../page/finder-answers.ts";
import { useIsShownAtStep } from "../page/shown-at-step.ts";
import { PageContext } from "../run/page-context.ts";
import { DeferredBlock } from "./DeferredBlock.tsx";
import { blockOf, comesLater } from "./registry.ts";
import type { BlockProps } from "./types.ts";

/** The blocks of a page, one after another, and what its finder tells the queries of the page. */
export function Blocks(props: Omit<BlockProps, "block">) {
  const { page } = props;
  const isShown = useIsShownAtStep(page);
  const [answers] = useState(() => createFinderAnswers(page.flow?.found?.answers));
  return (
    <PageContext value={page}>
      <FinderAnswersContext value={answers}>
        {page.screen.blocks.map((block, index) => {
          const Block = comesLater(block) ? DeferredBlock : blockOf(block.block);
          // Blocks of a screen do not move.
          // oxlint-disable-next-line react/no-array-index-key
          return isShown(block) && <Block key={index} {...props} block={block} />;
        })}
      </FinderAnswersContext>
    </PageContext>
  );
}
