import { blockOf } from "../blocks/registry.ts";
import type { BlockProps } from "../blocks/types.ts";

/** A page: its blocks, one after another. */
export function Screen(props: Omit<BlockProps, "block">) {
  return props.page.screen.blocks.map((block, index) => {
    const Block = blockOf(block.block);
    // Blocks of a screen neither move nor come and go.
    // oxlint-disable-next-line react/no-array-index-key
    return <Block key={index} {...props} block={block} />;
  });
}
