import { Blocks } from "../blocks/Blocks.tsx";
import type { BlockProps } from "../blocks/types.ts";
import { Unavailable } from "./PageNotice.tsx";

/** A page: its blocks, or why they are not there. */
export const Screen = (props: Omit<BlockProps, "block">) =>
  props.page.unavailable ? <Unavailable /> : <Blocks {...props} />;
