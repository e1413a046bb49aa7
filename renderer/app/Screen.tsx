import { useState } from "react";
import { blockOf } from "../blocks/registry.ts";
import type { BlockProps } from "../blocks/types.ts";
import { createFinderAnswers, FinderAnswersContext } from "../page/finder-answers.ts";
import { PageContext } from "../run/page-context.ts";
import { Unavailable } from "./PageNotice.tsx";

/** A page: its blocks, one after another. */
export function Screen(props: Omit<BlockProps, "block">) {
  const { page } = props;
  const [answers] = useState(() => createFinderAnswers(page.flow?.found?.answers));
  return (
    <PageContext value={page}>
      <FinderAnswersContext value={answers}>
        {page.unavailable && <Unavailable />}
        {(page.unavailable ? [] : page.screen.blocks).map((block, index) => {
          const Block = blockOf(block.block);
          // Blocks of a screen neither move nor come and go.
          // oxlint-disable-next-line react/no-array-index-key
          return <Block key={index} {...props} block={block} />;
        })}
      </FinderAnswersContext>
    </PageContext>
  );
}
